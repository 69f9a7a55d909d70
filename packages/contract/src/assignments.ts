import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  despiteConflict,
  id,
  idempotencyHeaders,
  instant,
  listOf,
  notifyQuery,
  timestamp,
  timeZone,
  undoableQuery,
} from './fields.ts'
import { because } from './issues.ts'
import { EXTENSION_DAYS } from './rules/invite-expiry.ts'
import { marks, plansEvent, plansInPerson, sendsEvent } from './rules/route-access.ts'
import { MOST_SHIFTS_AT_ONCE } from './rules/shifts-at-once.ts'
import { LIMITS } from './rules/text.ts'
import { failedInvite, invitationPreview, invitations, plannedInvitations } from './send-invitations.ts'
import { assignment, assignmentStatus, consequences, inviteMethod, shift } from './shifts.ts'

const c = initContract()

const byAssignment = z.object({ id: id.describe('The assignment.') })
const byShift = z.object({ id: id.describe('The shift.') })
const byEvent = z.object({ id: id.describe('The event.') })

/** D20: with the assignment in the path. */
const MOST_FURTHER = MOST_SHIFTS_AT_ONCE - 1

export const inviteDetails = z.object({
  invite_sent_at: timestamp.describe('When it was accepted for sending (ISO 8601, UTC).'),
  invite_method: inviteMethod,
})

/** Target of the change or deletion. Exactly one field is set. */
const noticeTarget = z
  .object({
    event_id: id.describe('The event that is changed or deleted.').optional(),
    days: z
      .int()
      .min(-100_000)
      .max(100_000)
      .meta({
        description:
          "By how many days the event's shifts move, 0 if only its place or zone changes. Without it the event is deleted.",
        examples: [7],
      })
      .optional(),
    time_zone: timeZone.describe("The event's new time zone.").optional(),
    shift_id: id.describe('The shift that is changed or deleted.').optional(),
    end_dt: instant.describe("The shift's new end (ISO 8601 with an offset).").optional(),
    role_id: id.describe('The role that is deleted, with its shifts, or changed.').optional(),
    is_changed: z.boolean().describe('Whether the role is changed, not deleted.').optional(),
    person_id: id.describe('The person who is deleted.').optional(),
    assignment_ids: listOf(id, { min: 1, max: LIMITS.person_ids })
      .describe('The assignments that are removed.')
      .optional(),
    link_of: id
      .describe("The assignment whose link is replaced, with the person's others of the event.")
      .optional(),
  })
  .refine(
    ({ event_id, shift_id, role_id, person_id, assignment_ids, link_of }) =>
      [event_id, shift_id, role_id, person_id, assignment_ids, link_of].filter((each) => each !== undefined)
        .length === 1,
    because('one_target'),
  )
  .meta({
    id: 'NoticeTarget',
    description:
      'What would be changed or deleted: exactly one of event, shift, role, person, assignments and link.',
    // Given for the whole object, because examples of all fields would name a second target.
    examples: [{ shift_id: '019b2f6e-4c1a-7d20-9f3e-5a6b7c8d9e01' }],
  })

export type NoticeTarget = z.output<typeof noticeTarget>

export const assignments = c.router({
  assignPeople: endpoint('POST /admin/assign', {
    access: plansEvent,
    log: ['assignment.added'],
    summary: 'Assign people to a shift',
    description:
      'All or none of them: one who has another shift at that time refuses the call, unless `despite_conflict` is set. They become INVITED and are not told yet.',
    refuses: [
      'event_archived',
      'not_found',
      'shift_not_found',
      'person_not_found',
      'already_assigned',
      'schedule_conflict',
    ],
    headers: idempotencyHeaders,
    body: z.object({
      shift_id: id.describe('The shift.'),
      person_ids: listOf(id, { min: 1, max: LIMITS.person_ids }).describe('The people.'),
      despite_conflict: despiteConflict,
    }),
    responses: { 201: z.object({ assignments: z.array(assignment).describe('The new assignments.') }) },
  }),
  saveAssignments: endpoint('POST /admin/shifts/:id/assignments', {
    access: plansEvent,
    log: ['assignment.added', 'assignment.removed'],
    summary: 'Add and remove people of a shift',
    description: 'In one request, all or nothing. Nobody who is added is told yet.',
    refuses: [
      'event_archived',
      'shift_not_found',
      'person_not_found',
      'assignment_not_found',
      'already_assigned',
      'schedule_conflict',
      'daily_cap_reached',
    ],
    pathParams: byShift,
    query: undoableQuery,
    headers: idempotencyHeaders,
    body: z.object({
      add: listOf(id, { max: LIMITS.person_ids }).describe('People to add.'),
      remove: listOf(id, { max: LIMITS.person_ids }).describe('Assignments to remove.'),
      despite_conflict: despiteConflict,
      notify: z
        .boolean()
        .describe('Whether the people who are removed are told. Without it they are.')
        .optional(),
    }),
    responses: { 200: shift },
  }),
  deleteAssignment: endpoint('DELETE /admin/assignments/:id', {
    access: plansEvent,
    log: ['assignment.removed'],
    summary: 'Take a person off a shift',
    description: 'They are told unless the shift is over or `notify` is `false`.',
    refuses: ['event_archived', 'assignment_not_found', 'daily_cap_reached'],
    pathParams: byAssignment,
    query: notifyQuery,
    body: c.noBody(),
    responses: { 204: c.noBody() },
  }),
  moveAssignment: endpoint('POST /admin/assignments/:id/move', {
    access: plansEvent,
    log: ['assignment.removed', 'assignment.added'],
    summary: 'Move a person to another shift',
    description:
      'Who is INVITED or CONFIRMED stays so, on the other shift, with a new personal link. They get one message with both shifts unless `notify` is `false` or they were never written to. It leaves after 15 seconds, and until then, for 60 seconds at most, all of it can be undone by the batch that the header `Undo-Batch` names.',
    refuses: [
      'event_archived',
      'assignment_not_found',
      'shift_not_found',
      'not_invited',
      'shift_over',
      'shift_full',
      'already_assigned',
      'schedule_conflict',
      'daily_cap_reached',
    ],
    pathParams: byAssignment,
    headers: idempotencyHeaders,
    body: z
      .object({
        shift_id: id.describe('The shift that the person is moved to.'),
        despite_conflict: despiteConflict,
        notify: z.boolean().describe('Whether the person is told. Without it they are.').optional(),
      })
      .meta({ id: 'AssignmentMove' }),
    responses: { 200: assignment },
  }),
  changeStatus: endpoint('PATCH /admin/assignments/:id', {
    access: marks,
    log: ['assignment.changed'],
    summary: 'Set a status by hand',
    description:
      'ABSENT only once the shift has started. Who loses a place is told, and who was told that they are off the shift and gets it back, unless the shift is over or `notify` is `false`. A leader marks who came: from CONFIRMED to ABSENT and back.',
    refuses: [
      'event_archived',
      'assignment_not_found',
      'shift_not_started',
      'shift_full',
      'schedule_conflict',
      'daily_cap_reached',
    ],
    pathParams: byAssignment,
    query: notifyQuery,
    body: z.object({
      status: assignmentStatus,
      raise: z
        .boolean()
        .describe(
          '`true` lets a full shift need one more, instead of refusing CONFIRMED with `shift_full`. Not for leaders.',
        )
        .optional(),
    }),
    responses: { 200: assignment },
  }),
  extendExpiration: endpoint('PATCH /admin/assignments/:id/extend-expiration', {
    access: plansEvent,
    log: ['assignment.extended'],
    summary: 'Give an invited person more time to answer',
    description:
      "Counts from the later of now and the deadline, never past the shift's end. An expired link works again.",
    refuses: ['event_archived', 'assignment_not_found', 'not_invited', 'shift_over'],
    pathParams: byAssignment,
    body: z.object({
      days: z.literal([...EXTENSION_DAYS]).meta({ description: 'How many days more.', examples: [7] }),
    }),
    responses: {
      200: z.object({ success: z.literal(true).describe('Always true.'), assignment }),
    },
  }),
  sendInvite: endpoint('POST /admin/assignments/:id/send-invite', {
    access: sendsEvent,
    log: ['assignment.invited', 'assignment.link_sent'],
    summary: 'Send the personal link',
    description:
      'By e-mail, SMS or both; one message for several shifts of the person. Somebody who has declined becomes INVITED again. They have seven days to answer, at most until the shift.',
    refuses: [
      'event_archived',
      'assignment_not_found',
      'assignment_absent',
      'shift_over',
      'no_contact_info',
      'number_not_allowed',
      'address_bounced',
      'opted_out',
      'schedule_conflict',
      'daily_cap_reached',
    ],
    pathParams: byAssignment,
    headers: idempotencyHeaders,
    body: z.object({
      method: inviteMethod,
      assignment_ids: listOf(id, { min: 1, max: MOST_FURTHER })
        .describe(
          "The person's other assignments at the same event that the same message asks about. Any other is 404.",
        )
        .optional(),
    }),
    responses: {
      200: z.object({
        invite_details: inviteDetails.describe('What was sent.'),
        assignment,
      }),
    },
  }),
  sendInvitations: endpoint('POST /admin/events/:id/invitations', {
    access: sendsEvent,
    log: ['assignment.invited'],
    summary: 'Ask many people at once',
    description:
      'Asks people who are on shifts but have not been asked, or whose time to answer has passed: one message to each about all of their shifts. Who cannot be asked about all of them is asked about none, and named; the others are asked. The messages leave after 15 seconds; until the first has left, for 60 seconds at most, all of it can be undone by the batch that the header `Undo-Batch` names. It is missing where nobody was asked.',
    refuses: ['event_archived', 'event_not_found', 'message_too_long', 'daily_cap_reached'],
    pathParams: byEvent,
    headers: idempotencyHeaders,
    body_limit: 1024 * 1024,
    body: invitations,
    responses: {
      201: z.object({ failed: z.array(failedInvite).describe('Who was not asked.') }),
    },
  }),
  previewInvitations: endpoint('POST /admin/events/:id/invitations/preview', {
    access: sendsEvent,
    log: 'none',
    summary: 'Preview invitations',
    description:
      'The messages to one person, with links that open nothing, and how many messages go to all of them. They need not be on the shifts yet. Callers who get no personal links get the counts only. Nothing is stored or sent.',
    refuses: ['event_not_found', 'shift_not_found', 'person_not_found'],
    pathParams: byEvent,
    body_limit: 1024 * 1024,
    body: plannedInvitations,
    responses: { 200: invitationPreview },
  }),
  replaceLink: endpoint('POST /admin/assignments/:id/new-link', {
    access: plansEvent,
    log: ['assignment.link_replaced'],
    summary: 'Make a new personal link',
    description: 'The old one stops working.',
    refuses: ['event_archived', 'assignment_not_found', 'daily_cap_reached'],
    pathParams: byAssignment,
    headers: idempotencyHeaders,
    body: z.object({
      notify: z
        .boolean()
        .describe('Whether the new link is sent to the person if they were asked. Without it it is.')
        .optional(),
    }),
    responses: { 200: assignment },
  }),
  countOpenLinks: endpoint('GET /admin/open-links', {
    access: plansInPerson,
    summary: 'Count the personal links of shifts that are not over',
    description: 'What `replace_links=true` would replace when a member or a key loses access.',
    responses: {
      200: z.object({
        links: z.int().meta({ description: 'How many there are.', examples: [90] }),
      }),
    },
  }),
  previewNotices: endpoint('POST /admin/notices/preview', {
    access: plansEvent,
    log: 'none',
    summary: 'Count the people who would be told',
    description: 'Of a change or deletion. Nothing is changed or sent.',
    refuses: ['not_found'],
    body: noticeTarget,
    responses: {
      200: consequences.extend({
        told: z
          .int()
          .nonnegative()
          .meta({ description: 'How many people would be told.', examples: [3] }),
        waiting_lists: z
          .int()
          .nonnegative()
          .meta({
            description:
              'On how many waiting lists the person loses a place, which nobody is told. Only with `person_id`.',
            examples: [1],
          })
          .optional(),
      }),
    },
  }),
})

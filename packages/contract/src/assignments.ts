import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { id, instant, listOf, notifyQuery } from './fields.ts'
import { because } from './issues.ts'
import { routes } from './routes.ts'
import { EXTENSION_DAYS } from './rules/invite-expiry.ts'
import { assignment, assignmentStatus, inviteMethod, shift } from './shifts.ts'

const c = initContract()

const byId = z.object({ id })

const MOST_PEOPLE = 1_000

/** What would be changed or deleted: one of them. */
const noticeTarget = z
  .object({
    event_id: id.optional(),
    /** The event's shifts are moved by so many days. */
    days: z.int().min(-100_000).max(100_000).optional(),
    shift_id: id.optional(),
    end_dt: instant.optional(),
    person_id: id.optional(),
    assignment_ids: listOf(id, { min: 1, max: MOST_PEOPLE }).optional(),
  })
  .refine(
    ({ event_id, shift_id, person_id, assignment_ids }) =>
      [event_id, shift_id, person_id, assignment_ids].filter((each) => each !== undefined).length === 1,
    because('one_target'),
  )

export type NoticeTarget = z.output<typeof noticeTarget>

export const assignments = c.router({
  assignPeople: {
    ...routes.assignments.assignPeople,
    summary: 'Assign people to a shift, all or none (D14); nobody is told yet',
    body: z.object({ shift_id: id, person_ids: listOf(id, { min: 1, max: MOST_PEOPLE }) }),
    responses: { 201: z.object({ assignments: z.array(assignment) }) },
  },
  saveAssignments: {
    ...routes.assignments.saveAssignments,
    summary: 'Add and remove people of a shift in one request, all or nothing (D36)',
    pathParams: byId,
    body: z.object({
      add: listOf(id, { max: MOST_PEOPLE }),
      remove: listOf(id, { max: MOST_PEOPLE }),
      /** D21: whether removed people are notified; default true. */
      notify: z.boolean().optional(),
    }),
    responses: { 200: shift },
  },
  deleteAssignment: {
    ...routes.assignments.deleteAssignment,
    summary: 'Take a person off a shift',
    pathParams: byId,
    query: notifyQuery,
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
  changeStatus: {
    ...routes.assignments.changeStatus,
    summary: 'Set a status by hand (D20)',
    pathParams: byId,
    body: z.object({ status: assignmentStatus }),
    responses: { 200: assignment },
  },
  extendExpiration: {
    ...routes.assignments.extendExpiration,
    summary: 'Give an invited person more time to answer (D18)',
    pathParams: byId,
    body: z.object({ days: z.literal([...EXTENSION_DAYS]) }),
    responses: { 200: z.object({ success: z.literal(true), assignment }) },
  },
  sendInvite: {
    ...routes.assignments.sendInvite,
    summary: 'Send the personal link by e-mail, SMS or both (D18, D20)',
    pathParams: byId,
    body: z.object({ method: inviteMethod }),
    responses: {
      200: z.object({
        invite_details: z.object({ invite_sent_at: z.string(), invite_method: inviteMethod }),
        assignment,
      }),
    },
  },
  replaceLink: {
    ...routes.assignments.replaceLink,
    summary: 'Make a new personal link; the old one stops working (D17)',
    pathParams: byId,
    body: z.object({
      /** Whether the new link is sent to the person, who must have been asked; default true. */
      notify: z.boolean().optional(),
    }),
    responses: { 200: assignment },
  },
  previewNotices: {
    ...routes.assignments.previewNotices,
    summary: 'How many people would be told of a change or deletion (D21)',
    body: noticeTarget,
    responses: { 200: z.object({ told: z.int().nonnegative() }) },
  },
})

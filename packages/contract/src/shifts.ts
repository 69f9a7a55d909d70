import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  about,
  despiteConflict,
  id,
  idempotencyHeaders,
  instant,
  listOf,
  location,
  notes,
  notifyQuery,
  pageQuery,
  timestamp,
  updatedSince,
  version,
} from './fields.ts'
import { because } from './issues.ts'
import { disownedTimes } from './rules/answer-change.ts'
import { offerEnds } from './rules/ask.ts'
import { assignmentStatuses } from './rules/assignment-status.ts'
import { MOST_REQUIRED } from './rules/capacity.ts'
import { invitationStates } from './rules/invitation-state.ts'
import { plansEvent, views } from './rules/route-access.ts'
import { shiftVisibilities } from './rules/shift-visibility.ts'
import { LIMITS } from './rules/text.ts'

const c = initContract()

export const assignmentStatus = z.enum(assignmentStatuses).meta({
  id: 'AssignmentStatus',
  description:
    'INVITED: has not answered. CONFIRMED: takes a place. DECLINED: said no. ABSENT: did not come, set by an administrator.',
})
/** D49 */
const shiftVisibility = z
  .enum(shiftVisibilities)
  .describe(
    '`link`: only who has the address with the `link_key` of the event, or is invited, sees the shift. Otherwise `public`.',
  )

export const inviteMethod = z.enum(['EMAIL', 'SMS', 'BOTH']).meta({
  id: 'InviteMethod',
  description: 'How the personal link is sent.',
})

/** D17 */
export const aboutToken = {
  description: 'The token of the personal link `/c/{token}`. Whoever has it can answer for the person.',
  examples: ['AZsvbkwafSCfPlprfI2eDwbV1bY0l1mZ8mC2nq0uQyE'],
}

/** D11 */
export const otherPhone = {
  description: "The phone number typed at sign-up, where it differs from the person's.",
  examples: ['+46709876543'],
}

/** D39 */
export const cancellation = {
  cancelled_at: timestamp
    .describe('When the person gave the place up by themselves (ISO 8601, UTC). Null: they did not.')
    .nullable(),
  cancel_reason: z
    .string()
    .meta({ description: 'Why, as they wrote it.', examples: ['I have a cold.'] })
    .nullable(),
  // V1
  freed_unanswered: z
    .boolean()
    .describe(
      'Whether the place was freed at `cancelled_at` because there was no answer about the new time.',
    ),
  // D28
  disowned: z
    .enum(disownedTimes)
    .describe(
      'Whether the place was given up by "Wasn\'t it you?": `late` after the time for cancelling. Null: it was not.',
    )
    .nullable(),
  // D58
  handed_over: z.boolean().describe('Whether somebody else took the place over by their link.'),
}

/** D61 */
export const offerEnded = z
  .enum(offerEnds)
  .describe(
    'Why a DECLINED person who did not answer is no longer asked: `taken`, others got the places; `stopped`, the organizer stopped asking.',
  )

/** D61: only of people who were asked in this way. */
const offer = {
  ask_id: id.describe(
    'The ask in which the person was asked with others: the first to say yes get its places.',
  ),
  ask_places: z.int().meta({ description: 'How many people of the ask get a place.', examples: [2] }),
  offer_ended: offerEnded,
}

/** `view=schedule` omits the fields of the invitation, except `invitation` (D5). */
export const assignment = z
  .object({
    id,
    shift_id: id.describe('The shift.'),
    person_id: id.describe('The person.'),
    status: assignmentStatus,
    person: z
      .object({
        id,
        first_name: z.string().meta(about.first_name),
        last_name: z.string().meta(about.last_name),
        email: z.string().meta(about.email).nullable().optional(),
        phone: z.string().meta(about.phone).nullable().optional(),
        child_team: z.string().meta(about.child_team).nullable(),
        email_bounced: z.boolean().meta(about.email_bounced).optional(),
      })
      .describe('The person. Without e-mail address and phone number in `view=schedule`.'),
    token: z.string().meta(aboutToken).optional(),
    token_expires_at: timestamp
      .describe('Until when an INVITED person can answer (ISO 8601, UTC).')
      .optional(),
    invite_sent: z.boolean().describe('Whether the personal link was ever sent.').optional(),
    invite_sent_at: timestamp
      .describe('When it was last sent (ISO 8601, UTC). Null: never.')
      .nullable()
      .optional(),
    invite_method: inviteMethod.nullable().optional(),
    invitation: z
      .enum(invitationStates)
      .describe('Of an INVITED person, in `view=schedule` only.')
      .optional(),
    other_phone: z.string().meta(otherPhone).nullable().optional(),
    // V4
    note: z.string().meta(about.signup_note).nullable().optional(),
    is_minor: z
      .boolean()
      .describe('Whether the person signed up as under 16 (D54). Only where it is so.')
      .optional(),
    cancelled_at: cancellation.cancelled_at.optional(),
    cancel_reason: cancellation.cancel_reason.optional(),
    // V1
    asked_again_at: timestamp
      .describe(
        'Since when a CONFIRMED person has not confirmed the new time of the shift (ISO 8601, UTC). Null: it has not moved, or they have answered. Means nothing once the shift has started.',
      )
      .nullable()
      .optional(),
    confirm_by: timestamp
      .describe(
        'Since `asked_again_at`: when the place is freed if there is no answer (ISO 8601, UTC). Null: it is kept. Means nothing within the last 24 hours before the shift.',
      )
      .nullable()
      .optional(),
    freed_unanswered: cancellation.freed_unanswered.optional(),
    disowned: cancellation.disowned.optional(),
    handed_over: cancellation.handed_over.optional(),
    ask_id: offer.ask_id.optional(),
    ask_places: offer.ask_places.optional(),
    offer_ended: offer.offer_ended.optional(),
  })
  .meta({
    id: 'Assignment',
    description: 'A person on a shift. In `view=schedule` the fields of the invitation are left out.',
  })

export type Assignment = z.infer<typeof assignment>

/** D25 */
const meantTimes = z
  .object({
    start_dt: timestamp.meta(about.start_dt),
    end_dt: timestamp.meta(about.end_dt),
    time_zone: z.string().meta(about.time_zone),
    days: z.int().meta({ description: 'By how many days it has been moved since.', examples: [1] }),
  })
  .describe(
    'What was meant, by the clock of `time_zone`, before the event moved the start or end into an hour that the clock skips or repeats, or out of one. Later moves begin there. Null for other shifts, and once the times are edited.',
  )
  .nullable()

export const shift = z
  .object({
    id,
    role_id: id.describe('The role.'),
    role: z
      .object({
        id,
        name: z.string().meta(about.role_name),
        event: z.object({ id, name: z.string().meta(about.event_name) }).describe('The event.'),
      })
      .describe('The role, with its event.'),
    start_dt: timestamp.meta(about.start_dt),
    end_dt: timestamp.meta(about.end_dt),
    required_qty: z.int().meta(about.required_qty),
    // D68
    visibility: shiftVisibility,
    meeting_point: z.string().meta(about.meeting_point).nullable(),
    note: z.string().meta(about.shift_note).nullable(),
    assignment: z.array(assignment).describe('The people on the shift.'),
    waiting: z.int().meta({ description: 'How many people wait for a place on the shift.', examples: [0] }),
    meant_times: meantTimes,
    version,
  })
  .meta({ id: 'Shift', description: 'A span of time for which a role needs people.' })

export type Shift = z.infer<typeof shift>

const requiredQty = z
  .int()
  .min(1, because('too_few'))
  .max(MOST_REQUIRED, because('too_many'))
  .meta(about.required_qty)

const shiftFields = z.object({
  event_id: id.describe('The event.'),
  role_id: id.describe('The role, of the same event.'),
  start_dt: instant.meta(about.start_dt),
  end_dt: instant.meta(about.end_dt),
  required_qty: requiredQty,
  // D68
  visibility: shiftVisibility.optional(),
  meeting_point: location.meta(about.meeting_point).optional(),
  note: notes.meta(about.shift_note).optional(),
})

type Times = { start_dt?: string | undefined; end_dt?: string | undefined }

/** Of a change, only if it names both. */
const endsAfterStart = ({ start_dt, end_dt }: Times) =>
  start_dt === undefined || end_dt === undefined || Date.parse(end_dt) > Date.parse(start_dt)
const backwards = { error: because('not_after_start'), path: ['end_dt'] }

export const newShift = shiftFields.strict().refine(endsAfterStart, backwards).meta({ id: 'NewShift' })

/** A new shift of a batch. */
const addedShift = shiftFields
  .extend({
    people_of: id
      .describe(
        'A shift of the same event. Who is INVITED or CONFIRMED there is picked for the new one and not asked, except those who have another shift at that time.',
      )
      .optional(),
  })
  .strict()
  .refine(endsAfterStart, backwards)
  .meta({ id: 'AddedShift' })

/** A shift of a role that is added with it. */
export const plannedShift = shiftFields
  .omit({ event_id: true, role_id: true })
  .strict()
  .refine(endsAfterStart, backwards)

const changeFields = shiftFields
  .partial()
  .extend({ version: version.optional(), despite_conflict: despiteConflict })

export const shiftChange = changeFields.refine(endsAfterStart, backwards).meta({ id: 'ShiftChange' })

const changedShift = changeFields
  .extend({ id: id.describe('The shift.') })
  .strict()
  .refine(endsAfterStart, backwards)
  .meta({ id: 'ChangedShift' })

/** D46 */
export const shiftBatch = z
  .object({
    create: listOf(addedShift, { max: LIMITS.batch_items }).describe('Shifts to add.').optional(),
    update: listOf(changedShift, { max: LIMITS.batch_items })
      .describe('Shifts to change. What is left out stays.')
      .optional(),
    delete: listOf(id, { max: LIMITS.batch_items }).describe('Ids of shifts to remove.').optional(),
    notify: z.boolean().describe('Whether the people affected are told. Without it they are.').optional(),
    dry_run: z.boolean().describe('`true` changes nothing and answers what would happen.').optional(),
  })
  .check(({ value: { create = [], update = [], delete: removed = [] }, issues }) => {
    const found = { code: 'custom', input: undefined } as const
    const maximum = LIMITS.batch_items
    if (create.length + update.length + removed.length > maximum)
      issues.push({ ...found, path: [], message: because('too_many'), params: { maximum } })
    const named = new Set<string>()
    const refuseSecond = (shift_id: string, path: PropertyKey[]) => {
      if (named.has(shift_id)) issues.push({ ...found, path, message: because('named_twice') })
      named.add(shift_id)
    }
    for (const [at, row] of update.entries()) refuseSecond(row.id, ['update', at, 'id'])
    for (const [at, shift_id] of removed.entries()) refuseSecond(shift_id, ['delete', at])
  })
  .meta({ id: 'ShiftBatch' })

export const leftOut = z
  .array(
    z.object({
      person_id: id.describe('The person.'),
      first_name: z.string().meta(about.first_name),
      last_name: z.string().meta(about.last_name),
      shift_id: id.describe('The shift of the copy.'),
    }),
  )
  .describe('Who was not picked for which shift, because they have another shift at that time.')

export type LeftOut = z.infer<typeof leftOut>

const batchSaved = z
  .object({
    shifts: z.array(shift).describe('The new ones, then the changed ones, each as they were given.'),
    batch_id: id.describe('The batch, to undo it.'),
    left_out: leftOut,
  })
  .meta({ id: 'BatchSaved', description: 'What a batch has saved.' })

const heard = (who: string, example: number) =>
  z
    .object({
      question: z.int().meta({ description: 'Are asked whether the new time works.', examples: [example] }),
      notice: z.int().meta({ description: 'Are told, and not asked.', examples: [0] }),
      nothing: z.int().meta({ description: 'Hear nothing.', examples: [0] }),
    })
    .describe(who)

const clash = z
  .object({
    shift_id: id.describe('The shift that would be changed.'),
    path: z.string().meta({ description: 'Its row in the call.', examples: ['update.3'] }),
    person_id: id.describe('The person.'),
    first_name: z.string().meta(about.first_name),
    last_name: z.string().meta(about.last_name),
    other: z
      .object({
        shift_id: id.describe('The shift.'),
        role_name: z.string().meta(about.role_name),
        event_name: z.string().meta(about.event_name),
        time_zone: z.string().meta(about.time_zone),
        start_dt: timestamp.meta(about.start_dt),
        end_dt: timestamp.meta(about.end_dt),
      })
      .describe('The other shift, as the batch leaves it. Null for a key of one event, if of another event.')
      .nullable(),
  })
  .meta({ id: 'Clash', description: 'A person who would have two shifts at the same time.' })

export type Clash = z.infer<typeof clash>

/** D21: who would hear of a change or removal, and how. */
export const consequences = z.object({
  people: z
    .object({
      confirmed: heard('Who are confirmed on one of the shifts.', 23),
      asked: heard('Others who have an open invitation.', 0),
      expired: heard('Others, whose invitations have expired.', 0),
      not_asked: heard('Others to whom nothing was sent yet.', 0),
      waiting: heard('Others who wait for a place.', 0),
    })
    .describe(
      'Of whom the changes of times, place or role and the removals are, each person once. Those of shifts that are over hear nothing.',
    ),
  emails: z.int().meta({ description: 'E-mails that would be sent.', examples: [28] }),
  sms: z.int().meta({
    description: 'SMS that would be sent, to those to whom only SMS were ever sent.',
    examples: [3],
  }),
  texted_lately: z.int().meta({
    description: 'How many of those who would hear were sent an SMS in the last 24 hours.',
    examples: [2],
  }),
})

export type Consequences = z.infer<typeof consequences>

export const batchPreview = consequences
  .extend({
    clashes: z
      .array(clash)
      .describe('The first 100. A row without `despite_conflict` would be refused for each.'),
    left_out: leftOut,
    clash_count: z.int().meta({ description: 'How many there are.', examples: [1] }),
  })
  .meta({ id: 'BatchPreview', description: 'What a batch would do. Nothing is changed or sent.' })

export type BatchPreview = z.infer<typeof batchPreview>

const byId = z.object({ id: id.describe('The shift.') })

export const shifts = c.router({
  listShifts: endpoint('GET /admin/shifts', {
    access: views,
    summary: 'List the shifts',
    description:
      'Shifts with their assignments: of the organization, of one event or of one person. A shift changes when somebody on it does; the names of people, roles and events change with those. With `limit` they come in pages, in the order in which they were added. Only with `view=schedule` there is an `ETag`.',
    refuses: ['not_found'],
    has_etag: true,
    query: z.object({
      event_id: id.describe('Only shifts of this event.').optional(),
      role_id: id.describe('Only shifts of this role.').optional(),
      person_id: id.describe('Only shifts of this person, with all their assignments.').optional(),
      view: z
        .enum(['schedule'])
        .describe('What a schedule needs: without personal links and contacts.')
        .optional(),
      updated_since: updatedSince,
      ...pageQuery,
    }),
    responses: {
      200: z.object({ shifts: z.array(shift).describe('By start; in a page as they were added.') }),
    },
  }),
  createShift: endpoint('POST /admin/shifts', {
    access: plansEvent,
    log: ['shift.added'],
    summary: 'Add a shift',
    description: 'The role must be one of the event.',
    refuses: ['event_archived', 'not_found', 'role_not_found', 'shift_not_found', 'limit_reached'],
    headers: idempotencyHeaders,
    body: newShift,
    responses: { 201: shift },
  }),
  saveBatch: endpoint('POST /admin/shifts/batch', {
    access: plansEvent,
    log: ['shift.added', 'shift.changed', 'shift.removed', 'assignment.added'],
    summary: 'Add, change and remove many shifts',
    description:
      'Up to 1,000 in one call, all or none. Invalid rows are named together; else all refused rows, each with its code in `issues`. Conflicts are judged by what the batch leaves. Each person gets one message about all of it, after 15 seconds; until the first has left, for 60 seconds at most, it can be undone. With `people_of` a new shift gets the people of another one, not asked. With `dry_run` nothing is changed, and clashes are no refusal. The body may have 1 MiB.',
    refuses: ['event_archived', 'not_found', 'batch_refused', 'daily_cap_reached'],
    body_limit: 1024 * 1024,
    headers: idempotencyHeaders,
    body: shiftBatch,
    responses: { 200: z.union([batchSaved, batchPreview]) },
  }),
  updateShift: endpoint('PUT /admin/shifts/:id', {
    access: plansEvent,
    log: ['shift.changed'],
    summary: 'Change a shift',
    description:
      "What is left out stays. Refused with `schedule_conflict` where it would collide with an assigned person's other shift. People are told of new times unless `notify` is `false`.",
    refuses: [
      'event_archived',
      'limit_reached',
      'shift_not_found',
      'role_not_found',
      'changed_elsewhere',
      'schedule_conflict',
      'daily_cap_reached',
    ],
    pathParams: byId,
    query: notifyQuery,
    body: shiftChange,
    responses: { 200: shift },
  }),
  deleteShift: endpoint('DELETE /admin/shifts/:id', {
    access: plansEvent,
    log: ['shift.removed'],
    summary: 'Remove a shift',
    description: 'Removes its assignments too. People are told unless it is over or `notify` is `false`.',
    refuses: ['event_archived', 'shift_not_found', 'daily_cap_reached'],
    pathParams: byId,
    query: notifyQuery,
    body: c.noBody(),
    responses: { 204: c.noBody() },
  }),
})

import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  about,
  changeNotifyQuery,
  day,
  id,
  idempotencyHeaders,
  instant,
  listOf,
  location,
  name,
  notes,
  notifyQuery,
  optionalEmail,
  optionalPhone,
  pageQuery,
  timestamp,
  timeZone,
  undoableQuery,
  updatedSince,
  version,
} from './fields.ts'
import { because } from './issues.ts'
import {
  eventIdHeader,
  givenLinkKey,
  lateSignup,
  maxShifts,
  minAge,
  publicEvent,
  publicNames,
  signupWindow,
  waitingListOn,
} from './public-event.ts'
import { givenQuestions, questions } from './questions.ts'
import { LONGEST_CANCEL_HOURS } from './rules/answer-change.ts'
import { approvals } from './rules/approval.ts'
import { ownView, plans, plansEvent, views } from './rules/route-access.ts'
import { REMINDER_HOURS } from './rules/shift-reminder.ts'
import { swapModes } from './rules/swap.ts'
import { LIMITS } from './rules/text.ts'
import { LONGEST_REST_HOURS, MOST_SHIFTS_OF_ONE, OLDEST_MIN_AGE } from './rules/volunteer-limits.ts'
import { leftOut, plannedShift } from './shifts.ts'

const c = initContract()

/** D53 */
const needsTag = id.describe(
  'The tag that a volunteer needs. Everybody else asks for a place (D52). Null: none.',
)

export const role = z
  .object({
    id,
    event_id: id.describe('The event.'),
    name: z.string().meta(about.role_name),
    description: z.string().meta(about.role_description).nullable(),
    min_age: minAge.nullable(),
    needs_tag: needsTag.nullable(),
    shift_count: z
      .int()
      .nonnegative()
      .meta({ description: 'How many shifts the role has.', examples: [6] }),
    version,
  })
  .meta({ id: 'Role', description: 'A task at an event, which has shifts.' })

export type Role = z.infer<typeof role>

/** Sums over the event's shifts (D37). `missing` is counted per shift, so an overfilled shift hides no gap. */
export const coverage = z
  .object({
    needed: z.int().meta({ description: 'Places on all shifts.', examples: [24] }),
    confirmed: z.int().meta({ description: 'People who said yes.', examples: [15] }),
    pending: z.int().meta({
      description: 'People who are INVITED: `asked`, `not_asked` and `expired` together.',
      examples: [6],
    }),
    asked: z.int().meta({ description: 'Open invitations that were sent.', examples: [3] }),
    not_asked: z.int().meta({ description: 'People to whom nothing was sent yet.', examples: [2] }),
    expired: z.int().meta({ description: 'Invitations that have expired.', examples: [1] }),
    declined: z.int().meta({ description: 'People who said no.', examples: [2] }),
    missing: z.int().meta({
      description:
        'Places for which nobody is confirmed or invited. Counted per shift, so an overfilled one hides no gap.',
      examples: [3],
    }),
  })
  .meta({ id: 'Coverage', description: 'How well the shifts of an event are staffed.' })

/** D39 */
const cancelUntilHours = {
  description:
    'Until how many hours before a shift its volunteers can give the place up by themselves. 0: until it starts. Null: never.',
  examples: [24],
}

const reminderSms = z.boolean().meta({
  description: 'Whether volunteers with a phone number are reminded by SMS too.',
  examples: [false],
})

/** D43 */
export const reminderHours = z
  .literal(REMINDER_HOURS)
  .meta({
    description:
      'How many hours before the first shift of a day its volunteers are reminded by e-mail: 24, 48 or 72. Null: never. Two hours before the end of `cancel_until_hours`, where the two would meet.',
    examples: [24],
  })
  .nullable()

/** D49 */
const linkKey = z.string().meta({
  description:
    'Key of the address `/e/{id}?k={link_key}`, which also shows the shifts that are only by link.',
  examples: ['5f0c8e0d3b1a4f6c9d2e7a8b1c3d5e7f'],
})

/** V1 */
const releaseUnanswered = z
  .boolean()
  .describe(
    'Whether a place is freed when its volunteer has not answered, 48 hours after the e-mail that asks, whether the new time of the shift works. Never within the last 24 hours before the shift.',
  )

/** D56 */
const certificates = z
  .boolean()
  .describe('Whether who has worked at the event can print a certificate of it from their personal page.')

/** D58 */
const swap = z
  .enum(swapModes)
  .describe(
    'Whether a confirmed volunteer can hand a place over: `link` by a link that they pass on, `line_first` only while nobody waits for a place on the shift, `off` not at all.',
  )

/** D52 */
const approval = z
  .enum(approvals)
  .describe(
    'Whose sign-up becomes a request that an organizer answers: `none`, `all`, or `unknown`, of people who are not in the organization yet.',
  )

/** D50 */
const minRestHours = z.int().meta({
  description:
    'Hours of rest between two shifts of a person. Organizers are warned of fewer. Null: no warning.',
  examples: [11],
})

/** D49 */
const published = z
  .boolean()
  .describe(
    'Whether everybody with the link sees the event. Otherwise it is a draft: its page and sign-up are 404.',
  )

export const event = z
  .object({
    id,
    name: z.string().meta(about.event_name),
    description: z.string().meta(about.event_description).nullable(),
    notes: z.string().meta(about.event_notes).nullable(),
    location: z.string().meta(about.location).nullable(),
    event_date_start: timestamp.meta(about.event_date_start),
    event_date_end: timestamp.meta(about.event_date_end),
    time_zone: z.string().meta(about.time_zone),
    public_names: publicNames,
    // D41
    contact_email: z.string().meta(about.contact_email).nullable(),
    contact_phone: z.string().meta(about.contact_phone).nullable(),
    cancel_until_hours: z.int().meta(cancelUntilHours).nullable(),
    reminder_hours: reminderHours,
    reminder_sms: reminderSms,
    waiting_list: waitingListOn,
    late_signup: lateSignup,
    published,
    ...signupWindow,
    link_key: linkKey,
    free_unanswered: releaseUnanswered,
    certificates,
    swap,
    approval,
    max_shifts: maxShifts.nullable(),
    min_rest_hours: minRestHours.nullable(),
    questions,
    coverage,
    // D21
    people_count: z.int().meta({
      description: 'How many different people are INVITED or CONFIRMED on any shift.',
      examples: [18],
    }),
    roles: z.array(role).describe('The roles of the event, in their order.'),
    version,
  })
  .meta({ id: 'Event', description: 'An event of an organization, with its roles.' })

export type Event = z.infer<typeof event>

const eventFields = {
  description: notes.meta(about.event_description).optional(),
  notes: notes.meta(about.event_notes).optional(),
  location: location.meta(about.location).optional(),
  time_zone: timeZone.optional(),
  public_names: publicNames.optional(),
  contact_email: optionalEmail.meta(about.contact_email).optional(),
  contact_phone: optionalPhone.meta(about.typed_phone).optional(),
  cancel_until_hours: z
    .int()
    .min(0, because('too_few'))
    .max(LONGEST_CANCEL_HOURS, because('too_many'))
    .meta(cancelUntilHours)
    .nullable()
    .optional(),
  reminder_hours: reminderHours.optional(),
  reminder_sms: reminderSms.optional(),
  waiting_list: waitingListOn.optional(),
  late_signup: lateSignup.optional(),
  published: published.optional(),
  signup_opens_at: instant
    .meta(signupWindow.signup_opens_at.meta() ?? {})
    .nullable()
    .optional(),
  signup_closes_at: instant
    .meta(signupWindow.signup_closes_at.meta() ?? {})
    .nullable()
    .optional(),
  free_unanswered: releaseUnanswered.optional(),
  certificates: certificates.optional(),
  swap: swap.optional(),
  approval: approval.optional(),
  max_shifts: maxShifts
    .min(1, because('too_few'))
    .max(MOST_SHIFTS_OF_ONE, because('too_many'))
    .nullable()
    .optional(),
  min_rest_hours: minRestHours
    .min(1, because('too_few'))
    .max(LONGEST_REST_HOURS, because('too_many'))
    .nullable()
    .optional(),
  questions: givenQuestions.optional(),
}

/** D47: what a template makes. */
const plannedRole = z
  .object({
    name: name.meta(about.role_name),
    shifts: listOf(plannedShift, { max: LIMITS.batch_items }).describe('Its shifts.').optional(),
  })
  .strict()

export const newEvent = z
  .object({
    name: name.meta(about.event_name),
    event_date_start: instant.meta(about.event_date_start),
    event_date_end: instant.meta(about.event_date_end),
    ...eventFields,
    roles: listOf(plannedRole, { max: LIMITS.batch_items })
      .describe('Roles that the event has from the start, with their shifts.')
      .optional(),
  })
  .meta({ id: 'NewEvent' })

export const eventChange = z
  .object({
    name: name.meta(about.event_name).optional(),
    event_date_start: instant.meta(about.event_date_start).optional(),
    event_date_end: instant.meta(about.event_date_end).optional(),
    ...eventFields,
    archived: signupWindow.archived.optional(),
    move_shifts: z
      .boolean()
      .describe('Whether the shifts move by as many days as the start of the event. Without it they stay.')
      .optional(),
    version: version.optional(),
  })
  .meta({ id: 'EventChange' })

/** D47 */
export const eventCopy = z
  .object({
    name: name.meta(about.event_name),
    first_day: day.describe(
      'The day of the first start, in the zone of the event. All times move by as many days.',
    ),
    roles: z.boolean().describe('Whether the roles are copied.'),
    shifts: z.boolean().describe('Whether the shifts are copied, which need the roles.'),
    settings: z
      .boolean()
      .describe(
        'Whether settings of sign-up, reminders and contact are copied. Otherwise they are those of a new event.',
      ),
    people: z
      .enum(['none', 'picked'])
      .describe(
        '`picked`: who is INVITED or CONFIRMED is picked for the same shift and not asked. It needs the shifts.',
      ),
  })
  .refine(({ roles, shifts }) => roles || !shifts, { error: because('needs_roles'), path: ['shifts'] })
  .refine(({ shifts, people }) => shifts || people === 'none', {
    error: because('needs_shifts'),
    path: ['people'],
  })
  .meta({ id: 'EventCopy' })

export const copiedEvent = event
  .extend({
    left_out: leftOut,
  })
  .meta({ id: 'CopiedEvent', description: 'The copy of an event.' })

export type CopiedEvent = z.infer<typeof copiedEvent>

const roleFields = {
  description: notes.meta(about.role_description).optional(),
  min_age: minAge.min(1, because('too_few')).max(OLDEST_MIN_AGE, because('too_many')).nullable().optional(),
  needs_tag: needsTag.nullable().optional(),
}

export const newRole = z.object({ name: name.meta(about.role_name), ...roleFields }).meta({ id: 'NewRole' })
export const roleChange = z
  .object({
    name: name.meta(about.role_name).optional(),
    ...roleFields,
    version: version.optional(),
  })
  .meta({ id: 'RoleChange' })

const byId = z.object({ id: id.describe('The event.') })
const byRole = z.object({ id: id.describe('The event.'), roleId: id.describe('The role.') })

export const events = c.router({
  listEvents: endpoint('GET /admin/events', {
    access: views,
    summary: 'List the events',
    description:
      'All events of the organization with their roles and coverage. An event changes when its roles do, not when its coverage does. With `limit` they come in pages, in the order in which they were added.',
    has_etag: true,
    query: z.object({ updated_since: updatedSince, ...pageQuery }),
    responses: {
      200: z.object({ events: z.array(event).describe('By start; in a page as they were added.') }),
    },
  }),
  getEvent: endpoint('GET /admin/events/:id', {
    access: views,
    summary: 'Get an event',
    description: 'One event with its roles and coverage.',
    refuses: ['event_not_found'],
    pathParams: byId,
    responses: { 200: event },
  }),
  createEvent: endpoint('POST /admin/events', {
    access: plans,
    log: ['event.added', 'role.added', 'shift.added'],
    summary: 'Add an event',
    description:
      'Without a time zone it has that of the organization. With `roles` it is added with them and their shifts, all or nothing.',
    refuses: ['event_not_found', 'limit_reached'],
    headers: idempotencyHeaders,
    body: newEvent,
    responses: { 201: event },
  }),
  updateEvent: endpoint('PUT /admin/events/:id', {
    access: plansEvent,
    log: ['event.changed'],
    summary: 'Change an event',
    description:
      'What is left out stays; `null` or an empty text clears. An archived event is changed only together with `archived: false`. A new time zone keeps the wall-clock times of the event and its shifts. Refused with `schedule_conflict` where moved shifts would collide with other shifts of their people, unless only because the clock skips or repeats an hour. People are told of new times and of a new place unless `notify` is `false`, of a new name, description or notes only if it is `true`.',
    refuses: [
      'event_not_found',
      'event_archived',
      'changed_elsewhere',
      'schedule_conflict',
      'limit_reached',
      'daily_cap_reached',
    ],
    pathParams: byId,
    query: changeNotifyQuery.extend(undoableQuery.shape),
    body: eventChange,
    responses: { 200: event },
  }),
  copyEvent: endpoint('POST /admin/events/:id/copy', {
    access: plans,
    log: ['event.copied'],
    summary: 'Copy an event',
    description:
      'Makes a draft (`published: false`) with the times of day of the event, also across a change of the clock. Place, texts and time zone are copied in any case. Nobody is told.',
    refuses: ['event_not_found', 'limit_reached'],
    pathParams: byId,
    headers: idempotencyHeaders,
    body: eventCopy,
    responses: { 201: copiedEvent },
  }),
  getEventPreview: endpoint('GET /admin/events/:id/preview', {
    access: views,
    summary: 'Get a link that shows a draft',
    description: 'The public page without its forms, for those who have the link, for an hour.',
    refuses: ['event_not_found'],
    pathParams: byId,
    responses: {
      200: z.object({
        preview_url: z.string().meta({
          description: 'Address of the page.',
          format: 'uri',
          examples: [
            'https://muster.example/e/019b2f6e-4c1a-7d20-9f3e-5a6b7c8d9e01?preview=sfx2kw.AZsvbkwafSCfPlprfI2eDwbV1bY0l1mZ8mC2nq0uQyE',
          ],
        }),
        expires_at: timestamp.describe('When it stops to work (ISO 8601, UTC).'),
      }),
    },
  }),
  renewLinkKey: endpoint('POST /admin/events/:id/link-key', {
    access: plansEvent,
    log: ['event.changed'],
    summary: 'Make a new link to the shifts that are only by link',
    description: 'The link before no longer shows them. Who is on them stays.',
    refuses: ['event_not_found', 'event_archived'],
    pathParams: byId,
    body: c.noBody(),
    responses: { 200: z.object({ link_key: linkKey }) },
  }),
  deleteEvent: endpoint('DELETE /admin/events/:id', {
    access: plansEvent,
    log: ['event.removed'],
    summary: 'Remove an event',
    description:
      'Removes its roles, shifts and assignments too. People on coming shifts are told unless `notify` is `false`.',
    refuses: ['event_not_found', 'event_archived', 'daily_cap_reached'],
    pathParams: byId,
    query: notifyQuery.extend(undoableQuery.shape),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  }),
  listSignups: endpoint('GET /admin/events/:id/signups', {
    access: views,
    summary: 'List the sign-ups by day',
    description:
      'How many places were confirmed at the end of each day, in the zone of the event. A place that was given up counts until then; one that was removed never counts.',
    refuses: ['event_not_found'],
    pathParams: byId,
    responses: {
      200: z.object({
        days: z
          .array(
            z.object({
              day: z.string().meta({ description: 'The day (ISO 8601).', examples: ['2027-06-01'] }),
              confirmed: z
                .int()
                .meta({ description: 'Places that were confirmed at its end.', examples: [12] }),
            }),
          )
          .describe('The days on which their number changed, the earliest first.'),
        await_opening: z.int().meta({
          description: 'How many addresses get an e-mail when sign-up opens, and have not got it.',
          examples: [12],
        }),
      }),
    },
  }),
  listRoles: endpoint('GET /admin/events/:id/roles', {
    access: views,
    summary: 'List the roles of an event',
    description: 'All roles in their order, also those without shifts.',
    refuses: ['event_not_found'],
    pathParams: byId,
    responses: { 200: z.object({ roles: z.array(role).describe('The roles.') }) },
  }),
  createRole: endpoint('POST /admin/events/:id/roles', {
    access: plansEvent,
    log: ['role.added'],
    summary: 'Add a role to an event',
    description: 'It comes after the other roles. The public page shows it once it has a shift.',
    refuses: ['event_not_found', 'event_archived', 'role_not_found', 'limit_reached'],
    pathParams: byId,
    headers: idempotencyHeaders,
    body: newRole,
    responses: { 201: role },
  }),
  updateRole: endpoint('PUT /admin/events/:id/roles/:roleId', {
    access: plansEvent,
    log: ['role.changed'],
    summary: 'Change a role',
    description:
      'What is left out stays; `null` or an empty text clears. The people of the role are told only if `notify` is `true`.',
    refuses: ['role_not_found', 'event_archived', 'changed_elsewhere', 'daily_cap_reached'],
    pathParams: byRole,
    query: changeNotifyQuery,
    body: roleChange,
    responses: { 200: role },
  }),
  deleteRole: endpoint('DELETE /admin/events/:id/roles/:roleId', {
    access: plansEvent,
    log: ['role.removed'],
    summary: 'Remove a role',
    description:
      'Removes its empty shifts too. Refused while anybody is assigned to one of them. People in line are told unless `notify` is `false`.',
    refuses: ['role_not_found', 'event_archived', 'role_in_use'],
    pathParams: byRole,
    query: notifyQuery,
    body: c.noBody(),
    responses: { 204: c.noBody() },
  }),
  orderRoles: endpoint('PUT /admin/events/:id/role-order', {
    access: plansEvent,
    log: ['event.changed'],
    summary: 'Order the roles of an event',
    description:
      'The order in which roles are listed everywhere. Roles that are left out follow, in the order they had.',
    refuses: ['event_not_found', 'event_archived', 'role_not_found'],
    pathParams: byId,
    body: z.object({
      role_ids: listOf(id, { max: LIMITS.batch_items }).describe('Roles of the event, in their new order.'),
    }),
    responses: { 200: z.object({ roles: z.array(role).describe('The roles.') }) },
  }),
  getLastEvent: endpoint('GET /admin/user/last-event', {
    // What the caller last looked at.
    access: ownView,
    summary: 'Get the event looked at last',
    description: 'The event that this user looked at last in this organization.',
    responses: {
      200: z.object({ last_event_id: id.describe('The event. Null where there is none.').nullable() }),
    },
  }),
  setLastEvent: endpoint('POST /admin/user/last-event', {
    access: ownView,
    log: 'none',
    summary: 'Remember the event looked at',
    description: 'Read back by `GET /admin/user/last-event`.',
    refuses: ['event_not_found'],
    body: z.object({ event_id: id.describe('The event. Null forgets it.').nullable() }),
    responses: { 204: c.noBody() },
  }),
  getPublicEvent: endpoint('GET /events/:eventId/public', {
    access: 'open',
    summary: 'Get an event as volunteers see it',
    description:
      'Public, and cached for a second. Send the `ETag` back in `If-None-Match` to get 304 while nothing has changed.',
    refuses: ['event_not_found'],
    has_etag: true,
    pathParams: z.object({ eventId: id.describe('The event.') }),
    query: z.object({ k: givenLinkKey }),
    headers: eventIdHeader,
    responses: { 200: publicEvent },
  }),
})

import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { errorCode } from './errors.ts'
import { about, id, idempotencyHeaders, listOf, optionalText, timestamp } from './fields.ts'
import { organizerContact, publicOrganization } from './organizations.ts'
import { aboutAnswer } from './questions.ts'
import { plansEvent, readsEvent } from './rules/route-access.ts'
import { LIMITS } from './rules/text.ts'
import { aboutToken } from './shifts.ts'

const c = initContract()

/** Maximum of requests that one call answers. */
export const MOST_ANSWERS = 100

/** D52: as organizers see it. */
export const request = z
  .object({
    id,
    shift_id: id.describe('The shift.'),
    form_id: id.describe('The same for people who asked together (D54).'),
    created_at: timestamp.describe('When it was asked (ISO 8601, UTC).'),
    first_name: z.string().meta(about.first_name),
    last_name: z.string().meta(about.last_name),
    email: z.string().meta(about.email),
    phone: z.string().meta(about.phone),
    note: z.string().meta(about.signup_note).nullable(),
    is_minor: z.boolean().describe('Whether the person is under 16 (D54).'),
    answers: z
      .array(z.object(aboutAnswer))
      .describe('Answers to questions of the event, as it asked them then (D51).'),
    person_id: id
      .describe('The person with this name and address. Null: not in the organization.')
      .nullable(),
    lacks_tag: z.boolean().describe('Whether the role needs a tag that the person does not have (D53).'),
    has_conflict: z
      .boolean()
      .describe('Whether the person is confirmed on another shift at that time (D14).'),
    replaces: z
      .object({ first_name: z.string().meta(about.first_name), last_name: z.string().meta(about.last_name) })
      .describe('Whose place is handed over (D58).')
      .nullable(),
  })
  .meta({ id: 'Request', description: 'A sign-up that waits for an answer.' })

export type Request = z.infer<typeof request>

/** D52: for who asked. */
export const ownRequest = z
  .object({
    organization: publicOrganization,
    contact: organizerContact,
    event: z
      .object({
        id,
        name: z.string().meta(about.event_name),
        location: z.string().meta(about.location).nullable(),
        time_zone: z.string().meta(about.time_zone),
      })
      .describe('The event.'),
    created_at: timestamp.describe('When it was asked (ISO 8601, UTC).'),
    requests: z
      .array(
        z.object({
          id,
          first_name: z.string().meta(about.first_name),
          role_name: z.string().meta(about.role_name),
          start_dt: timestamp.meta(about.start_dt),
          end_dt: timestamp.meta(about.end_dt),
        }),
      )
      .describe('What is not answered yet, by start.'),
  })
  .meta({ id: 'OwnRequest', description: 'What was asked with one form, for who asked.' })

export type OwnRequest = z.infer<typeof ownRequest>

const byToken = z.object({ token: z.string().max(200).meta(aboutToken) })
const request_ids = listOf(id, { min: 1, max: MOST_ANSWERS }).describe('The requests, 1 to 100.')

export const requests = c.router({
  listRequests: endpoint('GET /admin/requests', {
    access: readsEvent,
    summary: 'List the sign-ups that wait for an answer',
    description: 'Of an event, in the order in which they came. Those whose shift has begun have lapsed.',
    refuses: ['event_not_found'],
    query: z.object({ event_id: id.describe('The event.') }),
    responses: { 200: z.object({ requests: z.array(request).describe('The requests.') }) },
  }),
  approveRequests: endpoint('POST /admin/requests/approve', {
    access: plansEvent,
    log: ['request.approved'],
    summary: 'Say yes to requests',
    description:
      'Each is then signed up and gets the confirmation. What is refused is named in `refused`, and stays; when nothing could be approved, the refusal is that of the first.',
    refuses: [
      'event_archived',
      'request_not_found',
      'shift_over',
      'shift_full',
      'already_signed_up',
      'schedule_conflict',
    ],
    headers: idempotencyHeaders,
    body: z
      .object({
        request_ids,
        raise: z
          .boolean()
          .describe('Whether a full shift gets one place more for each of them (D20).')
          .optional(),
        despite_conflict: z
          .boolean()
          .describe('Whether people are taken who have another shift at that time (D14).')
          .optional(),
      })
      .meta({ id: 'RequestApproval' }),
    responses: {
      200: z.object({
        approved: z.array(id).describe('The requests that were approved.'),
        refused: z
          .array(z.object({ request_id: id.describe('The request.'), code: errorCode }))
          .describe('The requests that stay.'),
      }),
    },
  }),
  denyRequests: endpoint('POST /admin/requests/deny', {
    access: plansEvent,
    log: ['request.denied'],
    summary: 'Say no to requests',
    description: 'They end, and who asked is told by e-mail, with the reason.',
    refuses: ['event_archived', 'request_not_found'],
    headers: idempotencyHeaders,
    body: z
      .object({
        request_ids,
        reason: optionalText(LIMITS.reason)
          .meta({ description: 'What they are told.', examples: ['We have enough nurses by now.'] })
          .optional(),
      })
      .meta({ id: 'RequestDenial' }),
    responses: { 204: c.noBody() },
  }),
  getOwnRequest: endpoint('GET /requests/:token', {
    access: 'open',
    summary: 'Get what was asked with one form',
    description: 'Behind the link of the e-mail. Not found once all of it was answered or taken back.',
    refuses: ['link_invalid'],
    pathParams: byToken,
    responses: { 200: ownRequest },
  }),
  withdrawRequest: endpoint('DELETE /requests/:token', {
    access: 'open',
    summary: 'Take requests back',
    description: 'All that was asked with the form. Called again it is not found.',
    refuses: ['link_invalid'],
    pathParams: byToken,
    body: c.noBody(),
    responses: { 204: c.noBody() },
  }),
})

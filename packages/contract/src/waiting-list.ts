import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { about, id, idempotencyHeaders, timestamp } from './fields.ts'
import { organizerContact, publicOrganization } from './organizations.ts'
import { plans, views } from './rules/route-access.ts'
import { waitingStatuses } from './rules/waiting-list.ts'
import { aboutToken } from './shifts.ts'
import { seenTimes, volunteerBody } from './signup.ts'

const c = initContract()

export const waitingStatus = z.enum(waitingStatuses).meta({
  id: 'WaitingStatus',
  description:
    '`ASKED`: not in line before the link of the e-mail is opened and confirmed. `WAITING`: in line. `OFFERED`: a place is held until `offer_expires_at`. `TAKEN`: has a place. `LAPSED`: the offer or the line has ended. `LEFT`: left the line.',
})

export const offerExpiresAt = timestamp
  .describe('Until when the offered place is held (ISO 8601, UTC). Null without an offer.')
  .nullable()

/** D44 */
export const waitingPlace = z
  .object({
    status: waitingStatus,
    place: z
      .int()
      .meta({ description: 'Place in line, from 1. Null outside it.', examples: [2] })
      .nullable(),
    is_offer_withdrawn: z
      .boolean()
      .describe('`WAITING` again, after an e-mail with an offer: the place is no longer free.'),
    offer_expires_at: offerExpiresAt,
    calendar_url: z
      .string()
      .meta({
        description: 'Address of the calendar file of a place that was taken. Null otherwise.',
        format: 'uri',
        examples: ['https://muster.example/calendar/AZsvbkwafSCfPlprfI2eDwbV1bY0l1mZ8mC2nq0uQyE.ics'],
      })
      .nullable(),
    person: z.object({ first_name: z.string().meta(about.first_name) }).describe('The person.'),
    organization: publicOrganization,
    contact: organizerContact,
    shift: z
      .object({
        id,
        start_dt: timestamp.meta(about.start_dt),
        end_dt: timestamp.meta(about.end_dt),
        role: z
          .object({
            name: z.string().meta(about.role_name),
            description: z.string().meta(about.role_description).nullable(),
            event: z
              .object({
                id,
                name: z.string().meta(about.event_name),
                location: z.string().meta(about.location).nullable(),
                time_zone: z.string().meta(about.time_zone),
              })
              .describe('The event.'),
          })
          .describe('The role.'),
      })
      .describe('The shift.'),
  })
  .meta({ id: 'WaitingPlace', description: 'A place in the waiting list of a shift, for its owner.' })

export type WaitingPlace = z.infer<typeof waitingPlace>

/** Waiting person, as administrators see them. */
export const waitingPerson = z
  .object({
    id,
    status: z.enum(['WAITING', 'OFFERED']).describe('`OFFERED`: a place is held for the person.'),
    offer_expires_at: offerExpiresAt,
    queued_at: timestamp.describe('Since when the person waits (ISO 8601, UTC).'),
    person: z
      .object({
        id,
        first_name: z.string().meta(about.first_name),
        last_name: z.string().meta(about.last_name),
        // M1
        phone: z
          .string()
          .meta({
            ...about.phone,
            description: 'Phone number in E.164. Null without one, and where it is hidden from the member.',
          })
          .nullable(),
      })
      .describe('The person.'),
  })
  .meta({ id: 'WaitingPerson' })

export type WaitingPerson = z.infer<typeof waitingPerson>

const seen = seenTimes.describe(
  'The times that were shown. Joining or taking is refused with `shift_moved` if the shift has others.',
)

const byToken = z.object({ token: z.string().max(200).meta(aboutToken) })

export const waitingList = c.router({
  joinWaitingList: endpoint('POST /shifts/:shiftId/waiting-list', {
    access: 'open',
    summary: 'Ask for a place in the waiting list of a full shift',
    description:
      'For volunteers, without an account. The person gets an e-mail with a link, and is in line once they confirm there. The answer is the same for a person who is in line already, or on the shift, and above the limits of a client and of a shift, when no e-mail is sent.',
    refuses: [
      'shift_not_found',
      'signup_not_open',
      'signup_closed',
      'shift_started',
      'waiting_list_off',
      'place_free',
      'signup_paused',
      'shift_moved',
    ],
    pathParams: z.object({ shiftId: id.describe('The shift.') }),
    headers: idempotencyHeaders,
    body: volunteerBody,
    responses: { 201: z.object({ shift_id: id.describe('The shift.') }) },
  }),
  getWaitingPlace: endpoint('GET /waiting/:token', {
    access: 'open',
    summary: 'Get a place in line',
    description: 'Behind the link of the e-mail.',
    refuses: ['link_invalid'],
    pathParams: byToken,
    responses: { 200: waitingPlace },
  }),
  changeWaitingPlace: endpoint('POST /waiting/:token', {
    access: 'open',
    summary: 'Join the line, leave it, or take the offered place',
    description: 'To the status that it has already, it changes nothing.',
    refuses: [
      'link_invalid',
      'shift_started',
      'not_offered',
      'shift_full',
      'too_many_shifts',
      'schedule_conflict',
      'waiting_list_off',
      'place_free',
      'waiting_list_full',
      'shift_moved',
    ],
    pathParams: byToken,
    body: z.object({
      status: z
        .enum(['TAKEN', 'LEFT', 'WAITING'])
        .describe('`TAKEN` takes an offered place, `LEFT` leaves the line, `WAITING` joins it, at its end.'),
      seen: seen.optional(),
    }),
    responses: { 200: waitingPlace },
  }),
  listWaiting: endpoint('GET /admin/shifts/:id/waiting-list', {
    access: views,
    summary: 'List who waits for a place on a shift',
    description: 'First come first.',
    refuses: ['shift_not_found'],
    pathParams: z.object({ id: id.describe('The shift.') }),
    responses: { 200: z.object({ waiting: z.array(waitingPerson).describe('The line.') }) },
  }),
  offerPlace: endpoint('POST /admin/waiting/:id/offer', {
    access: plans,
    log: ['waiting.offered', 'waiting.withdrawn'],
    summary: 'Offer a place to somebody in line',
    description:
      'Whatever their place in line. An offer that is open already is not changed. When all free places are offered, `instead_of` names whose offer is withdrawn; without it the call is refused with `shift_full`.',
    refuses: ['event_archived', 'waiting_not_found', 'shift_started', 'shift_full'],
    pathParams: z.object({ id: id.describe('The place in line.') }),
    query: z.object({
      instead_of: id
        .describe(
          'The place in line whose offer is withdrawn if no other place is free. They wait on at their place, and are not told.',
        )
        .optional(),
    }),
    body: c.noBody(),
    responses: { 200: waitingPerson },
  }),
  removeWaiting: endpoint('DELETE /admin/waiting/:id', {
    access: plans,
    log: ['waiting.removed'],
    summary: 'Take somebody out of the line',
    description: 'They are not told. An offer they had goes to the next.',
    refuses: ['event_archived', 'waiting_not_found'],
    pathParams: z.object({ id: id.describe('The place in line.') }),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  }),
})

import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { about, id, idempotencyHeaders, timestamp } from './fields.ts'
import { organizerContact, publicOrganization } from './organizations.ts'
import { invitation } from './personal-shift.ts'
import { asksFirst, minAge, publicNames } from './public-event.ts'
import { questions } from './questions.ts'
import { aboutToken } from './shifts.ts'
import { formHeader, requested, signedUp, swapBody } from './signup.ts'

const c = initContract()

/** D58. Names nobody: the link may be passed on. */
const swapOffer = z
  .object({
    organization: publicOrganization,
    contact: organizerContact,
    event: z
      .object({
        id,
        name: z.string().meta(about.event_name),
        location: z.string().meta(about.location).nullable(),
        time_zone: z.string().meta(about.time_zone),
        public_names: publicNames,
        questions: questions.describe('What who takes the place is asked.'),
      })
      .describe('The event.'),
    role: z
      .object({
        id,
        name: z.string().meta(about.role_name),
        description: z.string().meta(about.role_description).nullable(),
        min_age: minAge.nullable(),
        asks_first: asksFirst,
      })
      .describe('The role.'),
    shift: z
      .object({
        id,
        start_dt: timestamp.meta(about.start_dt),
        end_dt: timestamp.meta(about.end_dt),
        meeting_point: z.string().meta(about.meeting_point).nullable(),
        note: z.string().meta(about.shift_note).nullable(),
      })
      .describe('The shift.'),
  })
  .meta({ id: 'SwapOffer', description: 'A place that its volunteer wants to hand over.' })

export type SwapOffer = z.infer<typeof swapOffer>

const ofAssignment = z.object({ token: z.string().max(200).meta(aboutToken) })
const ofSwap = z.object({
  token: z.string().max(200).meta({
    description: 'The token of the link `/swap/{token}`. Whoever has it can take the place.',
    examples: aboutToken.examples,
  }),
})

export const swap = c.router({
  openSwap: endpoint('POST /assignment/:token/swap', {
    access: 'open',
    summary: 'Make a link by which somebody else can take the place',
    description:
      'For a confirmed volunteer, until the shift begins, also after the time for cancelling. The place stays theirs until somebody has taken it. If there is a link already, it stays.',
    refuses: ['link_invalid', 'link_replaced', 'link_expired', 'swap_not_possible'],
    pathParams: ofAssignment,
    body: c.noBody(),
    responses: { 200: invitation },
  }),
  closeSwap: endpoint('DELETE /assignment/:token/swap', {
    access: 'open',
    summary: 'Withdraw the link by which somebody else could take the place',
    description: 'A link that is made later is another one.',
    refuses: ['link_invalid', 'link_replaced', 'link_expired'],
    pathParams: ofAssignment,
    body: c.noBody(),
    responses: { 200: invitation },
  }),
  getSwap: endpoint('GET /swaps/:token', {
    access: 'open',
    summary: 'Get the place that a volunteer wants to hand over',
    description: 'Names nobody. Open until the place is taken, the link is withdrawn, or the shift begins.',
    refuses: ['link_invalid', 'place_taken', 'swap_pending', 'shift_over'],
    pathParams: ofSwap,
    responses: { 200: swapOffer },
  }),
  takeSwap: endpoint('POST /swaps/:token', {
    access: 'open',
    summary: 'Take over the place of a volunteer',
    description:
      'The place moves at once: it is never free in between, so nobody in the waiting list is asked. Also outside the times of sign-up. Both people get an e-mail. The refusals are asked in this order: not found or withdrawn, taken, over, already signed up, moved, conflict.',
    refuses: [
      'link_invalid',
      'place_taken',
      'swap_pending',
      'too_many_shifts',
      'signup_closed',
      'shift_over',
      'signup_paused',
      'already_signed_up',
      'shift_moved',
      'schedule_conflict',
    ],
    pathParams: ofSwap,
    headers: { ...idempotencyHeaders, ...formHeader },
    body: swapBody,
    responses: { 201: signedUp, 202: requested },
  }),
})

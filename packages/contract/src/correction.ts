import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email, listOf } from './fields.ts'
import { MOST_PEOPLE_AT_ONCE, MOST_SHIFTS_AT_ONCE } from './rules/shifts-at-once.ts'
import { aboutCorrectionKey, formHeader } from './signup.ts'

const c = initContract()

const key = z.string().max(2_000).meta(aboutCorrectionKey)

const corrected = z
  .object({ correction_keys: z.array(key).describe('For the next correction, in the order given.') })
  .meta({ id: 'Corrected' })

export type Corrected = z.infer<typeof corrected>

export const correction = c.router({
  correctEmail: endpoint('POST /signup/correction', {
    access: 'open',
    summary: 'Correct the e-mail address of a sign-up',
    description:
      'For whoever has just signed up, for 30 minutes and three times. The confirmation goes to the new address; links sent to the former one are no longer valid. All places are corrected, or none. The answer does not reveal whether the organization knows either address. Sent again after a lost answer, it is done once.',
    refuses: [
      'correction_closed',
      'signup_paused',
      'already_signed_up',
      'too_many_shifts',
      'schedule_conflict',
    ],
    headers: formHeader,
    body_limit: 256 * 1024,
    body: z
      .object({
        correction_keys: listOf(key, { min: 1, max: MOST_SHIFTS_AT_ONCE * MOST_PEOPLE_AT_ONCE }).describe(
          '`correction_key` of each place of the sign-up.',
        ),
        email,
      })
      .meta({ id: 'Correction' }),
    responses: { 200: corrected },
  }),
})

import { z } from 'zod'
import { day, id, instant, language, listOf, optionalText } from './fields.ts'
import { audienceStatuses, MAX_NAMED } from './rules/broadcast-audience.ts'
import { LIMITS } from './rules/text.ts'

export const messageType = z
  .enum(['reminder', 'custom'])
  .describe("`reminder`: each person's shifts, with a text before them; `custom`: the text alone.")

const customText = optionalText(LIMITS.text).meta({
  description: 'The text. Optional for a reminder, required for a custom message.',
  examples: ['Parking is on the north side this year.'],
})

const idsOf = (what: string) =>
  listOf(id, { max: MAX_NAMED }).describe(`${what} Left out or null: all.`).nullish()

/** D68: each limits the recipients further. */
const audience = {
  role_ids: idsOf('Only about shifts of these roles.'),
  days: listOf(day, { max: MAX_NAMED })
    .describe('Only about shifts that touch these days in the time zone of the event. Left out or null: all.')
    .nullish(),
  shift_ids: idsOf('Only about these shifts.'),
  statuses: listOf(z.enum(audienceStatuses), { max: audienceStatuses.length })
    .describe(
      'What people are on the shift. `asked`, `expired` and `not_asked` are INVITED people, `new_time_open` CONFIRMED ones who have not agreed to the new time of the shift; WAITING are on its waiting list. DECLINED and WAITING people get no link. Left out or null: INVITED and CONFIRMED.',
    )
    .nullish(),
  tag_ids: idsOf('Only to people who have one of these tags when it is sent (D53).'),
  person_ids: idsOf('Only to these people.'),
  except_ids: listOf(id, { max: MAX_NAMED }).describe('Not to these people.').nullish(),
}

export const broadcastBody = z
  .object({
    messageType,
    customText: customText.optional(),
    communicationChannel: z.enum(['both', 'sms', 'email']).describe('How it is sent.'),
    includePastShifts: z.boolean().describe('To people of shifts that have ended.'),
    includeCurrentShifts: z.boolean().describe('To people of shifts that have begun and not ended.'),
    includeUpcomingShifts: z.boolean().describe('To people of shifts that have not begun.'),
    includeLink: z.boolean().describe('Adds personal links. Ignored for a custom message.'),
    // D32
    language: language.describe("Null or left out: each person's own language.").nullish(),
    texts: z
      .partialRecord(language, optionalText(LIMITS.text))
      .meta({
        description: 'The text per language. In a language without one it is `customText`.',
        examples: [{ sv: 'Parkeringen är på norra sidan i år.' }],
      })
      .optional(),
    // D29
    includeStopLink: z.boolean().describe('Adds a link that stops SMS to a custom SMS.').optional(),
    leaveExpired: z
      .boolean()
      .describe('A reminder with links opens no expired invitation again, and leaves out its shift.')
      .optional(),
    ...audience,
    // D68
    send_at: instant
      .describe('When to send it; the recipients are read then. Left out or null: now.')
      .nullish(),
    resend_of: id
      .describe(
        'A broadcast of the same event that did not reach these people. Its `problems` then name this broadcast.',
      )
      .nullish(),
  })
  .meta({ id: 'NewBroadcast' })

export type BroadcastForm = z.output<typeof broadcastBody>

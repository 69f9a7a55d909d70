import { z } from 'zod'
import { language, optionalText } from './fields.ts'
import { LIMITS } from './rules/text.ts'

export const messageType = z
  .enum(['reminder', 'custom'])
  .describe("`reminder`: each person's shifts, with a text before them; `custom`: the text alone.")

const customText = optionalText(LIMITS.text).meta({
  description: 'The text. Optional for a reminder, required for a custom message.',
  examples: ['Parking is on the north side this year.'],
})

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
  })
  .meta({ id: 'NewBroadcast' })

export type BroadcastForm = z.output<typeof broadcastBody>

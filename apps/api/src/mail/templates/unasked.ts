import { z } from 'zod'
import { confirmationFacts, linkAgainFacts } from './confirmation.ts'
import { shiftCancelledFacts } from './shift-cancelled.ts'
import { shiftChangedFacts } from './shift-changed.ts'

/** D28: what is sent to people without an administrator having written it; above the limit it goes into a digest. */
export const unaskedContent = z.discriminatedUnion('template', [
  z.object({ template: z.literal('confirmation'), facts: confirmationFacts }),
  z.object({ template: z.literal('link_again'), facts: linkAgainFacts }),
  z.object({ template: z.literal('shift_changed'), facts: shiftChangedFacts }),
  z.object({ template: z.literal('shift_cancelled'), facts: shiftCancelledFacts }),
])

export type UnaskedContent = z.infer<typeof unaskedContent>

const TEMPLATES = new Set<string>(unaskedContent.options.map(({ shape: { template } }) => template.value))

export const isUnasked = (template: string) => TEMPLATES.has(template)

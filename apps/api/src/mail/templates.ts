import { type Language, language as languageField } from '@muster/contract/fields'
import { z } from 'zod'
import type { Letter } from './email.ts'
import type { Links } from './links.ts'
import { writeConfirmation } from './templates/confirmation.ts'
import { digestFacts, writeDigest } from './templates/digest.ts'
import { invitationFacts, writeInvitation } from './templates/invitation.ts'
import { ownWordsFacts, writeOwnWords } from './templates/own-words.ts'
import { passwordResetFacts, writePasswordReset } from './templates/password-reset.ts'
import { reminderFacts, writeReminder } from './templates/reminder.ts'
import { writeShiftCancelled } from './templates/shift-cancelled.ts'
import { writeShiftChanged } from './templates/shift-changed.ts'
import { unaskedContent } from './templates/unasked.ts'

const content = z.discriminatedUnion('template', [
  unaskedContent,
  z.object({ template: z.literal('digest'), facts: digestFacts }),
  z.object({ template: z.literal('password_reset'), facts: passwordResetFacts }),
  z.object({ template: z.literal('invitation'), facts: invitationFacts }),
  z.object({ template: z.literal('reminder'), facts: reminderFacts }),
  z.object({ template: z.literal('own_words'), facts: ownWordsFacts }),
])

/** A letter's template with what it needs, as the outbox keeps it (D27). */
export type Content = z.infer<typeof content>

/** Back from a row. Throws what no template of ours wrote. */
export function readContent(row: { template: string; facts: unknown; language: string }) {
  return { ...content.parse(row), language: languageField.parse(row.language) }
}

/** The same, undefined instead of thrown. */
export function findContent(row: { template: string; facts: unknown; language: string }) {
  const found = content.safeParse(row)
  const written_in = languageField.safeParse(row.language)
  return found.success && written_in.success ? { ...found.data, language: written_in.data } : undefined
}

/** `id` is the message's own: some letters lead to a page about themselves. */
export function writeLetter(
  message: Content,
  { id, language, links }: { id: string; language: Language; links: Links },
): Letter {
  if (message.template === 'password_reset') return writePasswordReset(message.facts, language, links)
  if (message.template === 'invitation') return writeInvitation(message.facts, language, links)
  if (message.template === 'shift_changed') return writeShiftChanged(message.facts, language, links)
  if (message.template === 'shift_cancelled') return writeShiftCancelled(message.facts, language, links)
  if (message.template === 'reminder') return writeReminder(message.facts, language, links)
  if (message.template === 'own_words') return writeOwnWords(message.facts, language, links)
  if (message.template === 'digest') return writeDigest(message.facts, { id, language, links })
  return writeConfirmation(message.facts, { template: message.template, id, language, links })
}

/** The assignments a letter leads to; without any it is sent in any case. */
export function assignmentsIn(message: Content): string[] {
  if ('assignment_id' in message.facts) return [message.facts.assignment_id]
  if (message.template === 'shift_changed' || message.template === 'reminder') {
    return message.facts.shifts.map((shift) => shift.assignment_id)
  }
  return []
}

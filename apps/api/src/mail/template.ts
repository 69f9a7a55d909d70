import { type Language, language as languageField } from '@muster/contract/fields'
import { z } from 'zod'
import type { Links } from './links.ts'
import { smsEnd } from './sms-end.ts'
import { invitationFacts, writeInvitationSms } from './templates/invitation.ts'
import { reminderSmsFacts, writeReminderSms } from './templates/reminder.ts'

const content = z.discriminatedUnion('template', [
  z.object({ template: z.literal('invitation'), facts: invitationFacts }),
  z.object({ template: z.literal('reminder'), facts: reminderSmsFacts }),
  /** What an administrator wrote, as it is; a broadcast's also says how it ends, and its `message_id` is that way. */
  z.object({
    template: z.literal('own_words'),
    facts: z.object({ text: z.string(), message_id: z.string().optional() }),
  }),
])

/** The template of an SMS with what it needs, as the outbox keeps it (D27). */
export type SmsContent = z.infer<typeof content>

/** Back from a row. Throws what no template of ours wrote. */
export function readSmsContent(row: { template: string; facts: unknown; language: string }) {
  return { ...content.parse(row), language: languageField.parse(row.language) }
}

export function writeSms(
  message: SmsContent,
  { language, links }: { language: Language; links: Links },
): string {
  if (message.template === 'own_words') return writeOwnWordsSms(message.facts, language, links)
  if (message.template === 'reminder') return writeReminderSms(message.facts, language, links)
  return writeInvitationSms(message.facts, language, links)
}

function writeOwnWordsSms(
  { text, message_id }: { text: string; message_id?: string | undefined },
  language: Language,
  links: Links,
): string {
  return message_id ? `${text}\n\n${smsEnd(message_id, language, links)}` : text
}

/** The assignments an SMS leads to; without any it is sent in any case. */
export function smsAssignmentsIn(message: SmsContent): string[] {
  if (message.template === 'own_words') return []
  if (message.template === 'reminder') return message.facts.shifts.map((shift) => shift.assignment_id)
  return [message.facts.assignment_id]
}

import { type Language, language as languageField } from '@muster/contract/fields'
import { z } from 'zod'
import { invitationFacts, writeInvitationSms } from './invitation.ts'
import type { Links } from './links.ts'

const content = z.discriminatedUnion('template', [
  z.object({ template: z.literal('invitation'), facts: invitationFacts }),
  /** What an administrator wrote, as it is. */
  z.object({ template: z.literal('own_words'), facts: z.object({ text: z.string() }) }),
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
  return message.template === 'own_words'
    ? message.facts.text
    : writeInvitationSms(message.facts, language, links)
}

/** The assignments an SMS leads to; without any it is sent in any case. */
export function smsAssignmentsIn(message: SmsContent): string[] {
  return message.template === 'own_words' ? [] : [message.facts.assignment_id]
}

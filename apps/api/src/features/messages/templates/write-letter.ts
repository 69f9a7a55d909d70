import { type Language, language as languageField } from '@muster/contract/fields'
import { z } from 'zod'
import type { Config } from '../../../config.ts'
import type { Keys } from '../../../keys.ts'
import { oneTimeLinkToken, signId } from '../../../signing.ts'
import { confirmationFacts, writeConfirmation } from './confirmation.ts'
import type { Letter } from './letter.ts'
import { passwordResetFacts, writePasswordReset } from './password-reset.ts'

const content = z.discriminatedUnion('template', [
  z.object({ template: z.literal('confirmation'), facts: confirmationFacts }),
  z.object({ template: z.literal('password_reset'), facts: passwordResetFacts }),
])

/** A template with what it needs, as the outbox keeps it (D27). */
export type Content = z.infer<typeof content>

/** Back from a row. Throws what no template of ours wrote. */
export function readContent(row: { template: string; facts: unknown; language: string }) {
  return { ...content.parse(row), language: languageField.parse(row.language) }
}

/** Where history shows a link (D27). */
export const LINK_IN_HISTORY = '[personal link]'

/** The message with `link` wherever its personal link stands. */
export function writeLetter(
  message: Content,
  { language, link, public_url }: { language: Language; link: string; public_url: string },
): Letter {
  if (message.template === 'password_reset') return writePasswordReset(language, link)
  return writeConfirmation(message.facts, language, { personal_link: link, public_url })
}

/** D27: derived when it is sent, with the round of then: a message to an old address carries no new link. */
export function deriveLink(
  message: Content,
  { keys, config: { public_url } }: { keys: Keys; config: Pick<Config, 'public_url'> },
): string {
  if (message.template === 'password_reset') {
    return `${public_url}/reset-password?token=${oneTimeLinkToken(keys, message.facts.one_time_token_id)}`
  }
  const { assignment_id: id, round } = message.facts
  return `${public_url}/c/${signId(keys, { purpose: 'personal_link', id, round })}`
}

import { language } from '@muster/contract/fields'
import type { Email } from '../mail/email.ts'
import { historyLinks, type Links } from '../mail/links.ts'
import { digest } from './kinds/digest.ts'
import type { Kind } from './kinds/kind.ts'
import { kinds } from './kinds/kinds.ts'
import { withName, withNameInSms } from './shared-addresses.ts'

const ALL: Readonly<Record<string, Kind>> = { ...kinds, digest }

/** Undefined for a name of a later or an earlier version. */
export const kindOf = (template: string): Kind | undefined =>
  Object.hasOwn(ALL, template) ? ALL[template] : undefined

/** Names of the kinds that meet the condition. */
export const listTemplates = (isMet: (kind: Kind) => boolean): string[] =>
  Object.entries(ALL).flatMap(([template, kind]) => (isMet(kind) ? template : []))

type Stored = { id: string; template: string; payload: unknown; language: string }

/** Throws if no kind can write the row. */
export function writeEmail(row: Stored, links: Links): Email {
  const email = templateOf(row, 'email').write(row.payload, contextOf(row, links))
  email.subject = withName(email.subject, row)
  return email
}

/** Throws like `writeEmail`. */
export const writeSms = (row: Stored, links: Links): string =>
  withNameInSms(templateOf(row, 'sms').write(row.payload, contextOf(row, links)), row)

/** The message is sent only while one of these assignments exists, or always if there are none. Throws like `writeEmail`. */
export const assignmentIdsOf = (row: Stored & { channel: 'EMAIL' | 'SMS' }): readonly string[] =>
  templateOf(row, row.channel === 'SMS' ? 'sms' : 'email').assignmentIds(row.payload)

/** Undefined if no kind can write the row. */
export function writeForHistory(
  row: Stored & { channel: 'EMAIL' | 'SMS' },
): { subject: string | null; body_text: string } | undefined {
  try {
    if (row.channel === 'SMS') return { subject: null, body_text: writeSms(row, historyLinks) }
    const { subject, text } = writeEmail(row, historyLinks)
    return { subject, body_text: text }
  } catch {
    return undefined
  }
}

function templateOf<Channel extends 'email' | 'sms'>({ template }: Stored, channel: Channel) {
  const found = kindOf(template)?.[channel]
  if (!found) throw new Error(`no kind writes ${template} as ${channel}`)
  return found
}

const contextOf = ({ id, language: of }: Stored, links: Links) => ({
  message_id: id,
  language: language.parse(of),
  links,
})

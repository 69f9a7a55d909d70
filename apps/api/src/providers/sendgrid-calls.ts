import { foldName } from '@muster/contract/rules/text'
import { html } from '../mail/html.ts'
import type { Mail } from './provider.ts'

/** What SendGrid takes in one call, and per recipient in characters (its limit is 10,000 bytes, markup around them included). */
const MAILS_PER_CALL = 1_000
const SUBSTITUTIONS = 4_000

/** One call: a common text, and what fills its gaps for each mail. */
export type Call = {
  subject: string
  text: string
  html: string
  recipients: { mail: Mail; substitutions: Record<string, string> }[]
}

/**
 * As few calls as the texts allow: mails that differ only in what is personal share one. No address comes twice in a
 * call, and a mail with an attachment goes alone, since SendGrid attaches to all.
 */
export function groupIntoCalls(mails: readonly Mail[]): Call[] {
  const calls: Call[] = []
  /** The call with room of each common text, and its addresses. */
  const open = new Map<string, { call: Call; addresses: Set<string> }>()
  for (const mail of mails) {
    const gapped = mail.attachments.length === 0 ? makeGaps(mail) : undefined
    if (!gapped) {
      calls.push(aloneInCall(mail))
      continue
    }
    const { substitutions, ...common } = gapped
    const key = JSON.stringify([common, mail.from, mail.unsubscribe_url === undefined])
    const address = foldName(mail.to)
    const found = open.get(key)
    if (found && found.call.recipients.length < MAILS_PER_CALL && !found.addresses.has(address)) {
      found.call.recipients.push({ mail, substitutions })
      found.addresses.add(address)
      continue
    }
    const call = { ...common, recipients: [{ mail, substitutions }] }
    calls.push(call)
    open.set(key, { call, addresses: new Set([address]) })
  }
  return calls
}

const aloneInCall = (mail: Mail): Call => ({
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  recipients: [{ mail, substitutions: {} }],
})

/** Undefined where filling the gaps again would not give the same mail: a text that has gaps of its own. */
function makeGaps(
  mail: Mail,
): (Omit<Call, 'recipients'> & Pick<Call['recipients'][number], 'substitutions'>) | undefined {
  if (`${mail.subject}${mail.text}${mail.html}`.includes('{{')) return undefined
  const values = new Set(mail.personal.filter((value) => value.length > 1 && !value.includes('{{')))
  const substitutions: Record<string, string> = {}
  let { subject, text, html: markup } = mail
  for (const value of values) {
    const gap = `p${Object.keys(substitutions).length}`
    substitutions[gap] = value
    subject = subject.replaceAll(value, `{{${gap}}}`)
    text = text.replaceAll(value, `{{${gap}}}`)
    const escaped = html`${value}`.text
    if (escaped === value) {
      markup = markup.replaceAll(value, `{{${gap}}}`)
    } else {
      substitutions[`${gap}h`] = escaped
      markup = markup.replaceAll(escaped, `{{${gap}h}}`)
    }
  }
  const gapped = { subject, text, html: markup }
  const isSame =
    fillGaps(subject, substitutions) === mail.subject &&
    fillGaps(text, substitutions) === mail.text &&
    fillGaps(markup, substitutions) === mail.html
  return isSame && JSON.stringify(substitutions).length < SUBSTITUTIONS
    ? { ...gapped, substitutions }
    : undefined
}

/** What SendGrid does with the text, for each recipient. */
export function fillGaps(text: string, substitutions: Record<string, string>): string {
  let filled = text
  for (const [gap, value] of Object.entries(substitutions))
    filled = filled.replaceAll(`{{${gap}}}`, () => value)
  return filled
}

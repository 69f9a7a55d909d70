import { foldAddress } from '@muster/contract/rules/fold'
import { html } from '../pages/html.ts'
import type { Mail } from './provider.ts'

/** SendGrid's maximum per call. */
const MAILS_PER_BATCH = 1_000
/** Characters of JSON per recipient: SendGrid's limit is 10,000 bytes. */
const MAX_SUBSTITUTIONS = 4_000

export type Batch = {
  subject: string
  text: string
  html: string
  recipients: { mail: Mail; substitutions: Record<string, string> }[]
}

/** An address may occur once per call. A mail with an attachment gets its own: SendGrid attaches it for all. */
export function groupIntoBatches(mails: readonly Mail[]): Batch[] {
  const batches: Batch[] = []
  const open = new Map<string, { batch: Batch; addresses: Set<string> }>()
  for (const mail of mails) {
    const extracted = mail.attachments.length === 0 ? extractPersonal(mail) : undefined
    if (!extracted) {
      batches.push(batchOfOne(mail))
      continue
    }
    const { substitutions, ...common } = extracted
    const key = JSON.stringify([common, mail.from, mail.reply_to, mail.unsubscribe_url === undefined])
    const address = foldAddress(mail.to)
    const found = open.get(key)
    if (found && found.batch.recipients.length < MAILS_PER_BATCH && !found.addresses.has(address)) {
      found.batch.recipients.push({ mail, substitutions })
      found.addresses.add(address)
      continue
    }
    const batch = { ...common, recipients: [{ mail, substitutions }] }
    batches.push(batch)
    open.set(key, { batch, addresses: new Set([address]) })
  }
  return batches
}

const batchOfOne = (mail: Mail): Batch => ({
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  recipients: [{ mail, substitutions: {} }],
})

type Extracted = Omit<Batch, 'recipients'> & { substitutions: Record<string, string> }

/** Returns undefined if filling the placeholders would give a different mail. */
function extractPersonal(mail: Mail): Extracted | undefined {
  if (`${mail.subject}${mail.text}${mail.html}`.includes('{{')) return undefined
  const values = new Set(mail.personal.filter((value) => value.length > 1 && !value.includes('{{')))
  const substitutions: Record<string, string> = {}
  let { subject, text, html: markup } = mail
  for (const value of values) {
    const name = `p${Object.keys(substitutions).length}`
    substitutions[name] = value
    subject = subject.replaceAll(value, `{{${name}}}`)
    text = text.replaceAll(value, `{{${name}}}`)
    const escaped = html`${value}`.text
    if (escaped === value) {
      markup = markup.replaceAll(value, `{{${name}}}`)
    } else {
      substitutions[`${name}h`] = escaped
      markup = markup.replaceAll(escaped, `{{${name}h}}`)
    }
  }
  const isSame =
    substitute(subject, substitutions) === mail.subject &&
    substitute(text, substitutions) === mail.text &&
    substitute(markup, substitutions) === mail.html
  return isSame && JSON.stringify(substitutions).length < MAX_SUBSTITUTIONS
    ? { subject, text, html: markup, substitutions }
    : undefined
}

function substitute(text: string, substitutions: Record<string, string>): string {
  let result = text
  for (const [name, value] of Object.entries(substitutions))
    result = result.replaceAll(`{{${name}}}`, () => value)
  return result
}

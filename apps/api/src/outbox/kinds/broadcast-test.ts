import { addNamespace } from '@muster/contract/translate'
import { z } from 'zod'
import { paragraphs, renderEmail } from '../../mail/email.ts'
import { mapLinks } from '../../mail/links.ts'
import { customText } from './custom-text.ts'
import type { EmailTemplate, Kind } from './kind.ts'
import { reminder } from './reminder.ts'

const payload = z.object({
  template: z.enum(['reminder', 'custom_text']),
  channel: z.enum(['EMAIL', 'SMS']),
  /** What the recipient's message would store. */
  content: z.unknown(),
  event_url: z.string(),
})

type Payload = z.infer<typeof payload>

const tested = { reminder, custom_text: customText }

/**
 * D68: a broadcast as its preview shows it, for the organiser who tests it; an SMS as an e-mail. Personal links become
 * that of the event: nobody can answer for the volunteer by mistake.
 */
const email: EmailTemplate<Payload> = {
  parse: (stored) => payload.parse(stored),
  assignmentIds: () => [],
  write(stored, { links, ...context }) {
    const { template, channel, content, event_url } = payload.parse(stored)
    const toEvent = { ...context, links: mapLinks(links, () => event_url) }
    if (channel === 'EMAIL') {
      const { subject, text, html } = tested[template].email.write(content, toEvent)
      return { subject, text, html, attachments: [] }
    }
    const text = tested[template].sms.write(content, toEvent)
    const { language } = context
    const subject = texts[language]('subject')
    return renderEmail({ subject, preheader: text, blocks: [paragraphs(text)] }, language)
  },
}

export const broadcastTest = { email, is_about_account: true } satisfies Kind

const texts = addNamespace('email_broadcast_test', {
  en: { subject: 'Test: the SMS' },
  sv: { subject: 'Test: sms:et' },
})

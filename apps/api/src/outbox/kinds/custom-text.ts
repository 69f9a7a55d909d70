import { addNamespace } from '@muster/contract/translate'
import { z } from 'zod'
import { broadcastFooter, smsFooter } from '../../mail/broadcast-footer.ts'
import { paragraphs } from '../../mail/email.ts'
import { toOneLine, toShownName } from '../../mail/text.ts'
import { emailTemplate, type Kind, smsTemplate } from './kind.ts'

export const customText = {
  email: emailTemplate({
    payload: z.object({
      message_id: z.string(),
      text: z.string(),
      organization_name: z.string(),
      contact_email: z.string().nullish(),
      contact_phone: z.string().nullish(),
      event_name: z.string(),
    }),
    write({ message_id, text, ...organizer }, { language, links }) {
      const event_name = toShownName(organizer.event_name)
      const subject = texts[language]('subject', { event_name })
      const unsubscribe_url = links.unsubscribe(message_id)
      return {
        subject,
        preheader: toOneLine(text),
        blocks: [paragraphs(text)],
        organizer,
        footer: broadcastFooter({ ...organizer, event_name, unsubscribe_url }, language),
        unsubscribe_url,
      }
    },
  }),
  /** `message_id` is set only in a broadcast. */
  sms: smsTemplate({
    payload: z.object({ text: z.string(), message_id: z.string().optional() }),
    write: ({ text, message_id }, { language, links }) =>
      message_id ? `${text}\n\n${smsFooter(message_id, language, links)}` : text,
  }),
} satisfies Kind

const texts = addNamespace('email_custom_text', {
  en: { subject: 'About {{event_name}}' },
  sv: { subject: 'Om {{event_name}}' },
})

import { addNamespace } from '@muster/contract/translate'
import { z } from 'zod'
import { personalFooter } from '../../mail/broadcast-footer.ts'
import { paragraphs } from '../../mail/email.ts'
import { organizerPayload } from '../../mail/organizer.ts'
import { toOneLine, toShownName } from '../../mail/text.ts'
import { emailTemplate, type Kind } from './kind.ts'

const personalText = organizerPayload.extend({ subject: z.string().nullable(), text: z.string() })

export type PersonalText = z.infer<typeof personalText>

/** An organiser's own words to one person. */
export const personalEmail = {
  email: emailTemplate({
    payload: personalText.extend({ message_id: z.string() }),
    write({ message_id, subject, text, ...organizer }, { language, links }) {
      const unsubscribe_url = links.unsubscribe(message_id)
      const name = toShownName(organizer.organization_name)
      return {
        subject: subject ?? texts[language]('subject', { name }),
        preheader: toOneLine(text),
        blocks: [paragraphs(text)],
        organizer,
        footer: personalFooter({ ...organizer, unsubscribe_url }, language),
        unsubscribe_url,
      }
    },
  }),
} satisfies Kind

const texts = addNamespace('email_personal', {
  en: { subject: 'A message from {{name}}' },
  sv: { subject: 'Ett meddelande från {{name}}' },
})

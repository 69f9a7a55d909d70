import type { Language } from '@muster/contract/fields'
import { z } from 'zod'
import { broadcastEnd } from '../broadcast-end.ts'
import { type Letter, letterPage, oneLine, paragraphs } from '../email.ts'
import { html } from '../html.ts'
import type { Links } from '../links.ts'

/** D27: what is needed to write it again, without secrets. */
export const ownWordsFacts = z.object({
  message_id: z.string(),
  text: z.string(),
  organization_name: z.string(),
  event_name: z.string(),
})

/** A broadcast's custom message: what the organiser wrote, and nothing else but who sent it and how it ends. */
export function writeOwnWords(
  { message_id, text, ...names }: z.infer<typeof ownWordsFacts>,
  language: Language,
  links: Links,
): Letter {
  const organization = oneLine(names.organization_name)
  const event_name = oneLine(names.event_name)
  const subject = SUBJECT[language](event_name)
  const unsubscribe_url = links.unsubscribe(message_id)
  const end = broadcastEnd({ organization, event_name, unsubscribe_url }, language)
  return {
    subject,
    text: [text, end.text].join('\n\n'),
    get html() {
      return letterPage({
        language,
        subject,
        preheader: oneLine(text),
        content: html`${paragraphs(text)}`,
        footer: end.footer,
      })
    },
    attachments: [],
    unsubscribe_url,
  }
}

const SUBJECT: Record<Language, (event_name: string) => string> = {
  en: (event_name) => `About ${event_name}`,
  sv: (event_name) => `Om ${event_name}`,
}

import type { Language } from '@muster/contract/language'
import { palette } from '@muster/contract/palette'
import { addNamespace } from '@muster/contract/translate'
import { html } from '../pages/html.ts'
import type { Block } from './email.ts'
import type { Links } from './links.ts'
import { describeOrganizer, type Organizer } from './organizer.ts'

type Footer = Organizer & { event_name: string; unsubscribe_url: string }

export function broadcastFooter(
  { event_name, unsubscribe_url, ...organizer }: Footer,
  language: Language,
): Block {
  const t = texts[language]
  const why = t('why', { event_name })
  const stop = t('stop_emails')
  const who = describeOrganizer(organizer)
  return {
    text: `${who.text}\n${why}\n${stop}: ${unsubscribe_url}`,
    html: () =>
      html`${who.html()}<br>${why}<br><a class="ink-3" href="${unsubscribe_url}" target="_blank" rel="noopener" style="color:${palette.ink_3.light};text-decoration:underline">${stop}</a>`,
  }
}

/** An SMS without a personal link needs this link, because an alphanumeric sender cannot receive STOP (D31). */
export function smsFooter(message_id: string, language: Language, links: Links): string {
  return `${texts[language]('stop_sms')}: ${links.stop(message_id)}`
}

const texts = addNamespace('broadcast_footer', {
  en: {
    why: 'You get this because of your shifts at {{event_name}}, confirmed or only planned.',
    stop_emails: 'Stop these e-mails',
    stop_sms: 'Stop SMS',
  },
  sv: {
    why: 'Du får det här på grund av dina pass på {{event_name}}, bekräftade eller bara planerade.',
    stop_emails: 'Sluta få de här mejlen',
    stop_sms: 'Sluta få sms',
  },
})

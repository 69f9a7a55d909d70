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
  const why = texts[language]('why', { event_name })
  return footer(describeOrganizer(organizer), [why], { unsubscribe_url, language })
}

function footer(
  who: ReturnType<typeof describeOrganizer>,
  lines: readonly string[],
  { unsubscribe_url, language }: { unsubscribe_url: string; language: Language },
): Block {
  const stop = texts[language]('stop_emails')
  return {
    text: [who.text, ...lines, `${stop}: ${unsubscribe_url}`].join('\n'),
    html: () =>
      html`${who.html()}<br>${lines.map((line) => html`${line}<br>`)}<a class="ink-3" href="${unsubscribe_url}" target="_blank" rel="noopener" style="color:${palette.ink_3.light};text-decoration:underline">${stop}</a>`,
  }
}

/** Of an organiser's message to one person. */
export function personalFooter(
  { unsubscribe_url, ...organizer }: Omit<Footer, 'event_name'>,
  language: Language,
): Block {
  return footer(describeOrganizer(organizer), [], { unsubscribe_url, language })
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

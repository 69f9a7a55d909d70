import type { Language } from '@muster/contract/fields'
import { z } from 'zod'
import { groupBy } from '../../db/group-by.ts'
import { heading, type Letter, letterPage, lines, linkLine, oneLine, paragraph } from '../email.ts'
import { type Html, html } from '../html.ts'
import type { Links } from '../links.ts'
import { showShift } from '../shift-card.ts'
import { placeAndTime } from './shift-changed.ts'
import { type UnaskedContent, unaskedContent } from './unasked.ts'

/** Read of the messages it takes along when it is sent. */
export const digestFacts = z.object({ messages: z.array(unaskedContent) })

type Item = {
  organization: string
  /** What has happened, then the shift. */
  lines: string
  link?: { label: string; href: string }
}

/** D28: what went beyond the limit of an address, by organisation, each with its own link. */
export function writeDigest(
  { messages }: z.infer<typeof digestFacts>,
  { id, language, links }: { id: string; language: Language; links: Links },
): Letter {
  const t = texts[language]
  const items = messages.flatMap((message) => listItems(message, language, links))
  const groups = [...groupBy(items, ({ organization }) => organization)]
  const subject = t.subject(items.length)
  const has_sign_ups = messages.some(
    ({ template }) => template === 'confirmation' || template === 'link_again',
  )
  const not_me = has_sign_ups ? { label: t.not_me, href: links.notMe(id) } : undefined
  const advice = items.some(({ link }) => link) ? [t.calendar, t.keep_links] : []

  return {
    subject,
    text: [
      subject,
      t.why,
      ...groups.flatMap(([organization, of_one]) => [
        `${organization}:`,
        ...of_one.map(({ lines: told, link }) => (link ? `${told}\n${link.label}: ${link.href}` : told)),
      ]),
      ...advice,
      ...(not_me ? [`${t.not_you} ${not_me.label}: ${not_me.href}`] : []),
      t.sent_with,
    ].join('\n\n'),
    get html() {
      return letterPage({
        language,
        subject,
        preheader: t.why,
        content: html`${heading(subject)}
${paragraph(t.why)}
${groups.map(([organization, of_one]) => html`${subheading(organization)}${of_one.map(writeItem)}`)}
${advice.map(paragraph)}
${not_me && linkLine(t.not_you, not_me)}`,
        footer: t.sent_with,
      })
    },
    attachments: [],
  }
}

function listItems(message: UnaskedContent, language: Language, links: Links): Item[] {
  const t = texts[language]
  if (message.template === 'shift_changed') {
    return message.facts.shifts.map((shift) => ({
      organization: oneLine(shift.entry.organization_name),
      lines: [t.changed, brief(shift.entry, language), `${t.before}: ${placeAndTime(shift, language)}`].join(
        '\n',
      ),
      link: { label: t.open, href: links.personal(shift) },
    }))
  }
  if (message.template === 'shift_cancelled') {
    const { because, shifts } = message.facts
    return shifts.map(({ entry }) => ({
      organization: oneLine(entry.organization_name),
      lines: [t[because], brief(entry, language)].join('\n'),
    }))
  }
  const { facts, template } = message
  return [
    {
      organization: oneLine(facts.entry.organization_name),
      lines: [t[template], brief(facts.entry, language)].join('\n'),
      link: { label: t.open, href: links.personal(facts) },
    },
  ]
}

function brief(entry: Parameters<typeof showShift>[0], language: Language): string {
  const { short, event } = showShift(entry, language)
  const place = entry.location ? oneLine(entry.location) : undefined
  return [`${short} (${entry.time_zone})`, event, place].filter(Boolean).join('\n')
}

const subheading = (text: string) =>
  html`<h2 class="spruce" style="margin:24px 0 12px;font-size:18px;line-height:1.3;font-weight:600;color:#14624f">${text}</h2>`

/** Lines, not cards: a hundred of them must stay a letter that mail programs show whole. */
const writeItem = ({ lines: told, link }: Item): Html =>
  html`<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:1.5;color:#1b2430">${lines(told)}${link && html`<br><a class="spruce" href="${link.href}" target="_blank" rel="noopener" style="color:#14624f">${link.label}</a>`}</p>`

const texts = {
  en: {
    subject: (count: number) =>
      count === 1 ? 'One message about your shifts' : `${count} messages about your shifts`,
    why: 'Many e-mails were due to this address within a short time. These are the last of them, in one.',
    confirmation: 'You’re signed up',
    link_again: 'The form was filled in again; nothing has changed',
    changed: 'Your shift has changed',
    before: 'Before',
    cancelled: 'Your shift is cancelled',
    removed: 'You’re no longer on this shift',
    open: 'See your shift',
    calendar: 'Behind the link of a shift you’re on is also its calendar file.',
    keep_links: 'The links are yours alone, so please don’t pass this message on.',
    not_you: 'Wasn’t it you?',
    not_me: 'Give up these places and get no more e-mail',
    sent_with: 'Sent with Muster',
  },
  sv: {
    subject: (count: number) => (count === 1 ? 'Ett besked om dina pass' : `${count} besked om dina pass`),
    why: 'Mycket e-post skulle till den här adressen på kort tid. Här är det som var kvar, samlat.',
    confirmation: 'Du är anmäld',
    link_again: 'Formuläret fylldes i en gång till; ingenting har ändrats',
    changed: 'Ditt pass har ändrats',
    before: 'Tidigare',
    cancelled: 'Ditt pass är inställt',
    removed: 'Du är inte längre med på passet',
    open: 'Visa ditt pass',
    calendar: 'Bakom länken till ett pass du är med på finns också dess kalenderfil.',
    keep_links: 'Länkarna är personliga. Skicka inte det här meddelandet vidare.',
    not_you: 'Var det inte du?',
    not_me: 'Lämna platserna och få ingen mer e-post',
    sent_with: 'Skickat med Muster',
  },
}

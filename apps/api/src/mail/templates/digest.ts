import type { Language } from '@muster/contract/language'
import { palette } from '@muster/contract/palette'
import { addNamespace } from '@muster/contract/translate'
import { z } from 'zod'
import { groupBy } from '../../db/group-by.ts'
import { type Html, html } from '../../http/html.ts'
import type { CalendarEntry } from '../calendar.ts'
import { emailPage, heading, linkLine, paragraph, sentWith, withLineBreaks } from '../email.ts'
import type { Links } from '../links.ts'
import { contactLinks, reachOf } from '../organizer.ts'
import { describeShift, formatMoment } from '../shift-summary.ts'
import { emailTemplate } from '../template.ts'
import { toOneLine } from '../text.ts'
import { confirmationFacts, linkAgainFacts, shiftsOf } from './confirmation.ts'
import { emailChangeFacts } from './email-change.ts'
import { phoneChangedFacts } from './phone-changed.ts'
import { placeFreedFacts } from './place-freed.ts'
import { shiftCancelledFacts } from './shift-cancelled.ts'
import { describeBefore, hasOpenLink, shiftChangedFacts } from './shift-changed.ts'
import { shiftReminderFacts } from './shift-reminder.ts'
import { waitingFacts, waitingMovedFacts } from './waiting.ts'

/** Emails that no administrator sends by hand (D28). */
const automaticContent = z.discriminatedUnion('template', [
  z.object({ template: z.literal('confirmation'), facts: confirmationFacts }),
  z.object({ template: z.literal('link_again'), facts: linkAgainFacts }),
  z.object({ template: z.literal('shift_changed'), facts: shiftChangedFacts }),
  z.object({ template: z.literal('shift_cancelled'), facts: shiftCancelledFacts }),
  z.object({ template: z.literal('place_freed'), facts: placeFreedFacts }),
  z.object({ template: z.literal('phone_changed'), facts: phoneChangedFacts }),
  z.object({ template: z.literal('email_confirm'), facts: emailChangeFacts }),
  z.object({ template: z.literal('email_changed'), facts: emailChangeFacts }),
  z.object({ template: z.literal('shift_reminder'), facts: shiftReminderFacts }),
  z.object({ template: z.literal('waiting_joined'), facts: waitingFacts }),
  z.object({ template: z.literal('waiting_moved'), facts: waitingMovedFacts }),
  z.object({ template: z.literal('waiting_cancelled'), facts: waitingFacts }),
])

type AutomaticContent = z.infer<typeof automaticContent>

const AUTOMATIC = new Set<string>(automaticContent.options.map(({ shape: { template } }) => template.value))

export const isAutomatic = (template: string) => AUTOMATIC.has(template)

/** What their person must know or act on. They come first, so that what strangers cause never crowds them out. */
export const NOTICES: readonly string[] = [
  'shift_cancelled',
  'shift_changed',
  'place_freed',
  'phone_changed',
  'email_changed',
]

/** Of one digest: strangers can cause thousands, and mail servers refuse an e-mail of that size for good. */
export const MOST_ITEMS = 100
export const MOST_NOTICES = 300

type Item = {
  organizer: Pick<CalendarEntry, 'organization_name' | 'contact_email' | 'contact_phone'>
  lines: string
  link?: { label: string; href: string }
}

export const digest = emailTemplate({
  /** Not stored: read from the messages when the digest is claimed, notices first. `unread`: how many more it has. */
  facts: z.object({ messages: z.array(automaticContent), unread: z.int() }),
  assignmentIds: () => [],
  write({ messages, unread }, { message_id, language, links }) {
    const t = texts[language]
    const { items, left_out } = listShown(messages, language, links)
    const more = left_out + unread
    const groups = [...groupBy(items, ({ organizer }) => nameWithReach(organizer))]
    const subject = t('subject', { count: items.length + more })
    const has_sign_ups = messages.some(
      ({ template }) =>
        template === 'confirmation' ||
        template === 'link_again' ||
        template === 'waiting_joined' ||
        template === 'email_confirm',
    )
    const not_me = has_sign_ups ? { label: t('not_me'), href: links.notMe(message_id) } : undefined
    const all_links = { label: t('all_links'), href: `${links.public_url}/links` }
    const rest = more > 0 ? t('more', { count: more }) : undefined
    const advice = items.some(({ link }) => link) ? [t('calendar'), t('keep_links')] : []

    return {
      subject,
      text: [
        subject,
        t('why'),
        ...groups.flatMap(([organizer, group]) => [
          `${organizer}:`,
          ...group.map(({ lines, link }) => (link ? `${lines}\n${link.label}: ${link.href}` : lines)),
        ]),
        ...(rest ? [`${rest} ${all_links.label}: ${all_links.href}`] : []),
        ...advice,
        ...(not_me ? [`${t('not_you')} ${not_me.label}: ${not_me.href}`] : []),
        sentWith(language),
      ].join('\n\n'),
      get html() {
        return emailPage({
          language,
          subject,
          preheader: t('why'),
          content: html`${heading(subject)}
${paragraph(t('why'))}
${groups.map(([, group]) => html`${group[0] && subheading(group[0].organizer)}${group.map(itemParagraph)}`)}
${rest && linkLine(rest, all_links)}
${advice.map(paragraph)}
${not_me && linkLine(t('not_you'), not_me)}`,
          footer: sentWith(language),
        })
      },
      attachments: [],
    }
  },
})

function listShown(
  messages: readonly AutomaticContent[],
  language: Language,
  links: Links,
): { items: Item[]; left_out: number } {
  const items: Item[] = []
  let left_out = 0
  for (const message of messages) {
    if (items.length < (NOTICES.includes(message.template) ? MOST_NOTICES : MOST_ITEMS))
      items.push(...listItems(message, language, links))
    else left_out += 1
  }
  return { items, left_out }
}

function listItems(message: AutomaticContent, language: Language, links: Links): Item[] {
  const t = texts[language]
  if (message.template === 'shift_changed') {
    return message.facts.shifts.map((shift) => ({
      organizer: shift.entry,
      lines: [
        t('changed'),
        describeBriefly(shift.entry, language),
        `${t('before')}: ${describeBefore(shift, language)}`,
      ].join('\n'),
      ...(hasOpenLink(shift) && {
        link: { label: t(shift.asks_again ? 'question' : 'open'), href: links.personal(shift) },
      }),
    }))
  }
  if (message.template === 'shift_cancelled') {
    const { because, shifts } = message.facts
    return shifts.map(({ entry }) => ({
      organizer: entry,
      lines: [t(because), describeBriefly(entry, language)].join('\n'),
    }))
  }
  if (message.template === 'place_freed') {
    const { facts } = message
    const lines = [t('place_freed'), describeBriefly(facts.entry, language)].join('\n')
    return [{ organizer: facts.entry, lines, link: { label: t('open_freed'), href: links.personal(facts) } }]
  }
  if (message.template === 'phone_changed') {
    const { is_removed, shifts } = message.facts
    return shifts.map((shift) => ({
      organizer: shift.entry,
      lines: [t(is_removed ? 'phone_removed' : 'phone_changed'), describeBriefly(shift.entry, language)].join(
        '\n',
      ),
      link: { label: t('open'), href: links.personal(shift) },
    }))
  }
  if (message.template === 'email_confirm' || message.template === 'email_changed') {
    const { facts, template } = message
    const until = formatMoment(facts.until, facts.time_zone, language)
    const id = facts.email_change_id
    return [
      {
        organizer: facts,
        lines: t(facts.is_phone ? 'phone_too' : `${template}.what`, { until }),
        link: {
          label: t(`${template}.open`),
          href: template === 'email_confirm' ? links.confirmEmail(id) : links.undoEmail(id),
        },
      },
    ]
  }
  if (message.template === 'shift_reminder') {
    return message.facts.shifts.map((shift) => ({
      organizer: shift.entry,
      lines: [t('reminder'), describeBriefly(shift.entry, language)].join('\n'),
      link: { label: t('open'), href: links.personal(shift) },
    }))
  }
  if (message.template === 'waiting_cancelled') {
    const { entry } = message.facts
    return [
      { organizer: entry, lines: [t('waiting_cancelled'), describeBriefly(entry, language)].join('\n') },
    ]
  }
  if (message.template === 'waiting_joined' || message.template === 'waiting_moved') {
    const { entry, waiting_id, round } = message.facts
    return [
      {
        organizer: entry,
        lines: [t(message.template), describeBriefly(entry, language)].join('\n'),
        link: { label: t('open_waiting'), href: links.waiting({ waiting_id, round }) },
      },
    ]
  }
  const { facts, template } = message
  return shiftsOf(facts).map((shift) => ({
    organizer: shift.entry,
    lines: [t(template), describeBriefly(shift.entry, language)].join('\n'),
    link: { label: t('open'), href: links.personal(shift) },
  }))
}

function describeBriefly(entry: Parameters<typeof describeShift>[0], language: Language): string {
  const { short, event } = describeShift(entry, language)
  const place = entry.location ? toOneLine(entry.location) : undefined
  return [`${short} (${entry.time_zone})`, event, place].filter(Boolean).join('\n')
}

const nameWithReach = (organizer: Item['organizer']) =>
  `${toOneLine(organizer.organization_name)}${reachOf(organizer)}`

const subheading = (organizer: Item['organizer']) =>
  html`<h2 class="spruce" style="margin:24px 0 4px;font-size:18px;line-height:1.3;font-weight:600;color:${palette.primary.light}">${toOneLine(organizer.organization_name)}</h2>
<p class="ink-3" style="margin:0 0 12px;font-size:14px;line-height:1.5;color:${palette.ink_3.light}">${contactLinks(organizer)}</p>`

/** Not a card: mail clients cut off an email with a hundred of them. */
const itemParagraph = ({ lines, link }: Item): Html =>
  html`<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:1.5;color:${palette.ink.light}">${withLineBreaks(lines)}${link && html`<br><a class="spruce" href="${link.href}" target="_blank" rel="noopener" style="color:${palette.primary.light}">${link.label}</a>`}</p>`

const texts = addNamespace('email_digest', {
  en: {
    subject_one: 'One message about your shifts',
    subject_other: '{{count}} messages about your shifts',
    why: 'Many e-mails were due to this address within a short time. These are the last of them, in one.',
    confirmation: 'You’re signed up',
    link_again: 'The form was filled in again; nothing has changed',
    changed: 'Your shift has changed',
    before: 'Before',
    cancelled: 'Your shift is cancelled',
    removed: 'You’re no longer on this shift',
    place_freed: 'Your place was given up, because there was no answer about the new time',
    open_freed: 'See whether there is a place',
    phone_changed: 'Your phone number was changed on your page',
    phone_removed: 'Your phone number was removed on your page',
    phone_too:
      'Your phone number was changed on your page too, after the e-mail address. Wasn’t it you? The link works until {{until}}.',
    email_confirm: {
      what: 'Somebody wants messages about your shifts to come to this address. The link works until {{until}}.',
      open: 'Confirm the address',
    },
    email_changed: {
      what: 'Your e-mail address was changed on your page. Wasn’t it you? The link works until {{until}}.',
      open: 'Get my address back',
    },
    reminder: 'A reminder',
    waiting_joined: 'You asked to wait for a place',
    waiting_moved: 'The shift you’re waiting for has changed',
    waiting_cancelled: 'The shift you’re waiting for is cancelled',
    open: 'See your shift',
    question: 'Does the new time work for you? Yes or no',
    open_waiting: 'To the waiting list',
    more_one: 'There is one more, which has no room here.',
    more_other: 'There are {{count}} more, which have no room here.',
    all_links: 'Get the links to all your shifts',
    calendar: 'Behind the link of a shift you’re on is also its calendar file.',
    keep_links: 'The links are yours alone, so please don’t pass this message on.',
    not_you: 'Wasn’t it you?',
    not_me: 'Give up these places and get no more e-mail',
  },
  sv: {
    subject_one: 'Ett besked om dina pass',
    subject_other: '{{count}} besked om dina pass',
    why: 'Mycket e-post skulle till den här adressen på kort tid. Här är det som var kvar, samlat.',
    confirmation: 'Du är anmäld',
    link_again: 'Formuläret fylldes i en gång till; ingenting har ändrats',
    changed: 'Ditt pass har ändrats',
    before: 'Tidigare',
    cancelled: 'Ditt pass är inställt',
    removed: 'Du är inte längre med på passet',
    place_freed: 'Din plats är lämnad till andra, eftersom det inte kom något svar om den nya tiden',
    open_freed: 'Se om det finns plats',
    phone_changed: 'Ditt telefonnummer ändrades på din sida',
    phone_removed: 'Ditt telefonnummer togs bort på din sida',
    phone_too:
      'Även telefonnumret har ändrats på din sida, efter e-postadressen. Var det inte du? Länken fungerar till {{until}}.',
    email_confirm: {
      what: 'Någon vill att besked om dina pass ska komma hit. Länken fungerar till {{until}}.',
      open: 'Bekräfta adressen',
    },
    email_changed: {
      what: 'Din e-postadress ändrades på din sida. Var det inte du? Länken fungerar till {{until}}.',
      open: 'Ta tillbaka min adress',
    },
    reminder: 'En påminnelse',
    waiting_joined: 'Du har bett om att få vänta på en plats',
    waiting_moved: 'Passet du väntar på har ändrats',
    waiting_cancelled: 'Passet du väntar på är inställt',
    open: 'Visa ditt pass',
    question: 'Passar den nya tiden dig? Ja eller nej',
    open_waiting: 'Till väntelistan',
    more_one: 'Det finns ett till, som inte får plats här.',
    more_other: 'Det finns {{count}} till, som inte får plats här.',
    all_links: 'Få länkarna till alla dina pass',
    calendar: 'Bakom länken till ett pass du är med på finns också dess kalenderfil.',
    keep_links: 'Länkarna är personliga. Skicka inte det här meddelandet vidare.',
    not_you: 'Var det inte du?',
    not_me: 'Lämna platserna och få ingen mer e-post',
  },
})

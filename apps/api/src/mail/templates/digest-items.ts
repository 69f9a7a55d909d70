import type { Language } from '@muster/contract/language'
import { z } from 'zod'
import type { CalendarEntry } from '../calendar.ts'
import type { Links } from '../links.ts'
import { describeShift, formatMoment, zoneLabel } from '../shift-summary.ts'
import { toOneLine } from '../text.ts'
import { confirmationFacts, linkAgainFacts, shiftsOf } from './confirmation.ts'
import { texts } from './digest-texts.ts'
import { emailChangeFacts } from './email-change.ts'
import { phoneChangedFacts } from './phone-changed.ts'
import { placeFreedFacts } from './place-freed.ts'
import { shiftCancelledFacts } from './shift-cancelled.ts'
import { describeBefore, hasOpenLink, shiftChangedFacts } from './shift-changed.ts'
import { shiftReminderFacts } from './shift-reminder.ts'
import { waitingFacts, waitingMovedFacts } from './waiting.ts'

/** E-mails that count towards the limit per address and may wait for its digest (D28). Not an offer of a place, whose time runs. */
export const automaticContent = z.discriminatedUnion('template', [
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

export type Item = {
  organizer: Pick<CalendarEntry, 'organization_name' | 'contact_email' | 'contact_phone'>
  lines: string
  link?: { label: string; href: string }
}

/** `left_out`: how many of the messages have no room. */
export function listShown(
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
  return [`${short} (${zoneLabel(entry.time_zone)})`, event, place].filter(Boolean).join('\n')
}

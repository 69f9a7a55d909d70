import type { Language } from '@muster/contract/language'
import { z } from 'zod'
import type { Links } from '../../mail/links.ts'
import { calendarFeedMail } from './calendar-feed.ts'
import { confirmation, linkAgain } from './confirmation.ts'
import { detailsConfirm } from './details-confirm.ts'
import { emailChanged, emailConfirm } from './email-change.ts'
import { givenUp } from './given-up.ts'
import type { AutomaticTemplate, DigestItem, FactsOf } from './kind.ts'
import { phoneChanged } from './phone-changed.ts'
import { placeFreed } from './place-freed.ts'
import { putBack } from './put-back.ts'
import { shiftCancelled } from './shift-cancelled.ts'
import { shiftChanged } from './shift-changed.ts'
import { shiftReminder } from './shift-reminder.ts'
import { waitingCancelled, waitingJoined, waitingMoved } from './waiting.ts'

/** The keys are the names stored in `message.template`. An offer of a place is not one of them: it has a deadline. */
export const automatic = {
  confirmation,
  link_again: linkAgain,
  shift_changed: shiftChanged,
  shift_cancelled: shiftCancelled,
  place_freed: placeFreed,
  given_up: givenUp,
  put_back: putBack,
  phone_changed: phoneChanged,
  calendar_feed: calendarFeedMail,
  details_confirm: detailsConfirm,
  email_confirm: emailConfirm,
  email_changed: emailChanged,
  shift_reminder: shiftReminder,
  waiting_joined: waitingJoined,
  waiting_moved: waitingMoved,
  waiting_cancelled: waitingCancelled,
}

type AutomaticFacts = FactsOf<typeof automatic>
type Name = keyof AutomaticFacts
export type AutomaticContent = { template: Name; facts: AutomaticFacts[Name] }

const templates: { [Each in Name]: AutomaticTemplate<AutomaticFacts[Each]> } = automatic

export const isAutomatic = (template: string): template is Name => Object.hasOwn(automatic, template)

export const isNotice = (template: Name): boolean => templates[template].digest.is_notice === true
export const isByStranger = (template: Name): boolean => templates[template].digest.is_by_stranger === true
export const NOTICES: readonly string[] = Object.keys(automatic).filter(isAutomatic).filter(isNotice)

/** Parses a row of the outbox. */
export const automaticContent: z.ZodType<AutomaticContent> = z
  .object({ template: z.custom<Name>((value) => isAutomatic(String(value))), facts: z.unknown() })
  .transform(({ template, facts }) => ({ template, facts: templates[template].facts.parse(facts) }))

export function listItems<Each extends Name>(
  { template, facts }: { template: Each; facts: AutomaticFacts[Each] },
  language: Language,
  links: Links,
): DigestItem[] {
  return templates[template].digest.items(facts, language, links)
}

import { DAY_MS } from '@muster/contract/rules/instants'
import { hasSensibleYear } from '@muster/contract/rules/sensible-year'
import { readTypedTime } from '@muster/contract/rules/typed-time'
import { addDays, wallToInstant } from '@muster/contract/rules/wall-time'
import { dayInZone } from '@muster/contract/rules/zone'
import { type EventDay, listEventDays } from '../../templates/fit-template.ts'
import { type TemplateName, templates } from '../../templates/templates.ts'

/** Days are `yyyy-mm-dd`, times as typed, by the clock of the organisation. */
export type FirstDraft = {
  name: string
  location: string
  starts_day: string
  starts: string
  ends_day: string
  ends: string
  /** D25: of a time that comes twice, the second is meant. */
  starts_second: boolean
  ends_second: boolean
}

const DAYS_AHEAD = 14
const SATURDAY = 6

export function emptyFirstDraft(template: TemplateName, zone: string, now: string): FirstDraft {
  const starts_day = nextSaturday(addDays(dayInZone(now, zone), DAYS_AHEAD))
  const { from, to, days } = templates[template]
  return {
    name: '',
    location: '',
    starts_day,
    starts: from,
    ends_day: addDays(starts_day, days - 1),
    ends: to,
    starts_second: false,
    ends_second: false,
  }
}

/** Wall times, as far as they can be read. */
export function wallsOf({ starts_day, starts, ends_day, ends }: FirstDraft): {
  starts: string
  ends: string
} {
  return { starts: wallOf(starts_day, starts), ends: wallOf(ends_day, ends) }
}

function wallOf(day: string, typed: string): string {
  const clock = readTypedTime(typed)
  return clock !== undefined && hasSensibleYear(day) ? `${day}T${clock}` : ''
}

export function daysOfDraft(draft: FirstDraft): EventDay[] {
  const { starts, ends } = wallsOf(draft)
  return starts && ends ? listEventDays(starts, ends) : []
}

/** Of a draft whose times can be read. */
export function eventTimesOf(draft: FirstDraft, zone: string) {
  const { starts, ends } = wallsOf(draft)
  return {
    event_date_start: wallToInstant(starts, zone, draft.starts_second),
    event_date_end: wallToInstant(ends, zone, draft.ends_second),
  }
}

/** The end keeps its distance when the event begins on another day. */
export function endDayAfter({ starts_day, ends_day }: FirstDraft, next: string): string {
  if (![starts_day, ends_day, next].every(hasSensibleYear)) return ends_day || next
  const nights = (Date.parse(ends_day) - Date.parse(starts_day)) / DAY_MS
  return addDays(next, Math.max(0, nights))
}

function nextSaturday(day: string): string {
  return addDays(day, (SATURDAY - new Date(`${day}T00:00Z`).getUTCDay() + 7) % 7)
}

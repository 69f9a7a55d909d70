import { foldForSearch } from './fold.ts'
import { DAY_MS } from './instants.ts'
import { hasSensibleYear } from './sensible-year.ts'

/** `wrong_weekday`: the weekday that is written is not that of the date, whose own is `day`'s. */
export type TypedDay = { day: string } | { fault: 'unreadable' } | { fault: 'wrong_weekday'; day: string }

const UNREADABLE = { fault: 'unreadable' } as const

/**
 * Reads a day as a sheet has it, in Swedish or English: `2026-11-27`, `27/11`, `27.11.26`, `fre 27 nov`,
 * `November 27`, `Friday`. What is left open, the year, the month or the order of day and month, is taken from `days`,
 * the event's days (`yyyy-mm-dd`, at least one).
 */
export function readTypedDay(typed: string, days: readonly [string, ...string[]]): TypedDay {
  const words = foldForSearch(typed).replaceAll(/[.,]/gu, ' ').split(' ').filter(Boolean).map(withoutEnding)
  const weekdays = words.map(weekdayOf)
  const weekday = weekdays.find((found) => found !== undefined)
  const rest = words.filter((_, at) => weekdays[at] === undefined)
  const candidates = days.filter((day) => weekday === undefined || weekdayOn(day) === weekday)
  if (rest.length === 0) return only(candidates)
  if (/^\d{1,2}$/u.test(rest.join(' ')))
    return only(candidates.filter((day) => dateOf(day) === Number(rest[0])))
  const found = listReadings(rest, days[0].slice(0, 4))
  const day = found.find((each) => days.includes(each)) ?? found[0]
  if (day === undefined) return UNREADABLE
  return weekday === undefined || weekdayOn(day) === weekday ? { day } : { fault: 'wrong_weekday', day }
}

/** Lists what the words may mean, the likelier first. */
function listReadings(words: readonly string[], year: string): string[] {
  const month = words.map(monthOf).find((found) => found !== undefined)
  const text = words.filter((word) => monthOf(word) === undefined).join(' ')
  if (month !== undefined) {
    const named = /^(\d{1,2})(?: (\d{4}))?$/u.exec(text)
    return named ? readDates([[named[2] ?? year, String(month), named[1]]]) : []
  }
  const iso = /^(\d{4})[-/ ]?(\d{2})[-/ ]?(\d{2})$/u.exec(text)
  if (iso) return readDates([[iso[1], iso[2], iso[3]]])
  const pair = /^(\d{1,2})[-/ ](\d{1,2})(?:[-/ ](\d{4}|\d{2}))?$/u.exec(text)
  if (!pair) return []
  const written = (pair[3] ?? year).padStart(4, '20')
  return readDates([
    [written, pair[2], pair[1]],
    [written, pair[1], pair[2]],
  ])
}

function readDates(dates: readonly (readonly (string | undefined)[])[]): string[] {
  return dates
    .map(([year = '', month = '', day = '']) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
    .filter((day) => hasSensibleYear(day) && isDay(day))
}

function isDay(day: string): boolean {
  const ms = Date.parse(`${day}T00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === day
}

function only([first, ...others]: readonly string[]): TypedDay {
  return first !== undefined && others.length === 0 ? { day: first } : UNREADABLE
}

/** "27th" is 27, "27:e" too. */
const withoutEnding = (word: string) => word.replace(/(?<=^\d{1,2})(?:st|nd|rd|th|:?[ae])$/u, '')
const dateOf = (day: string) => Number(day.slice(8))

/** Monday is 0. */
function weekdayOn(day: string): number {
  return (Date.parse(`${day}T00:00Z`) / DAY_MS + 3) % 7
}

const weekdayOf = (word: string) => findName(word, WEEKDAYS)
const monthOf = (word: string) => {
  const found = findName(word, MONTHS)
  return found === undefined ? undefined : found + 1
}

function findName(word: string, names: readonly (readonly string[])[]): number | undefined {
  if (word.length < 3) return undefined
  const at = names.findIndex((each) => each.some((name) => name.startsWith(word)))
  return at < 0 ? undefined : at
}

/** Folded for the search, in both languages. */
const WEEKDAYS = [
  ['monday', 'mandag'],
  ['tuesday', 'tisdag'],
  ['wednesday', 'onsdag'],
  ['thursday', 'torsdag'],
  ['friday', 'fredag'],
  ['saturday', 'lordag'],
  ['sunday', 'sondag'],
] as const
const MONTHS = [
  ['january', 'januari'],
  ['february', 'februari'],
  ['march', 'mars'],
  ['april'],
  ['may', 'maj'],
  ['june', 'juni'],
  ['july', 'juli'],
  ['august', 'augusti'],
  ['september'],
  ['october', 'oktober'],
  ['november'],
  ['december'],
] as const

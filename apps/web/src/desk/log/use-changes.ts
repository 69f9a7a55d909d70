import type { LogEntry } from '@muster/contract/log'
import type { LogValue } from '@muster/contract/rules/log-action'
import { dateFormat } from '../../format/dates.ts'
import { locales, useLanguage } from '../../i18n/language.ts'
import { en, useText } from './texts.ts'

export type ChangeWords = { field: string; values?: { before: string; after: string } | undefined }

/** Names the changed fields in words, with their old and new values where those are kept (A1). */
export function useChanges(zone: string): (entry: LogEntry) => ChangeWords[] {
  const t = useText()
  const language = useLanguage()

  function wordOf(field: string, value: LogValue): string {
    if (typeof value === 'number') return HOURS.has(field) ? t('hours', { count: value }) : String(value)
    if (value === null && field === 'role_id') return t('gone.role')
    if (value === null && field === 'event_id') return t('gone.event')
    if (field === 'country' && typeof value === 'string') return countryOf(value, locales[language])
    const word = String(value)
    return isWord(word) && (value === null || !TEXTS.has(field)) ? t(`value.${word}`) : word
  }

  function timesOf(time_zone: string, [before, after]: readonly [LogValue, LogValue]) {
    const { day, time, isoDate } = dateFormat(language, time_zone)
    const isOneDay = isTime(before) && isTime(after) && isoDate(before) === isoDate(after)
    const whenOf = (value: LogValue) => {
      if (!isTime(value)) return t('value.null')
      return isOneDay ? time(value) : `${day(value)} ${time(value)}`
    }
    return { before: whenOf(before), after: whenOf(after) }
  }

  return ({ fields, changes, shift, event }) =>
    fields.map((name) => {
      // A field of a later version keeps its own name.
      const field = isKnown(name) ? t(`field.${name}`) : name
      const kept = changes.find((change) => change.field === name)
      if (!kept) return { field }
      const { before, after } = kept
      if (TIMES.has(name))
        return { field, values: timesOf(shift?.time_zone ?? event?.time_zone ?? zone, [before, after]) }
      return { field, values: { before: wordOf(name, before), after: wordOf(name, after) } }
    })
}

const TIMES = new Set([
  'start_dt',
  'end_dt',
  'event_date_start',
  'event_date_end',
  'signup_opens_at',
  'signup_closes_at',
])
const HOURS = new Set(['cancel_until_hours', 'reminder_hours'])
/** Typed texts, which may be a word of the list. */
const TEXTS = new Set(['name', 'location', 'role_id', 'event_id', 'sms_sender', 'color'])

const isTime = (value: LogValue): value is string => typeof value === 'string'
const isKnown = (field: string): field is keyof typeof en.field => Object.hasOwn(en.field, field)
const isWord = (word: string): word is keyof typeof en.value => Object.hasOwn(en.value, word)

const countryOf = (code: string, locale: string) =>
  new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code

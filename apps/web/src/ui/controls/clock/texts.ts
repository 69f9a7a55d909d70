import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../../i18n/define-texts.ts'

const en = {
  year_between: 'Enter a year from {{first}} to {{last}}.',
  skipped: 'That night the clock skips {{wall}}. It becomes {{time}}.',
  repeated: 'That night the clock shows {{wall}} twice. The first is meant.',
  second: 'The second {{wall}} is meant',
  day_missing: 'Choose a day.',
  time_missing: 'Enter a time.',
  half_typed: 'The time is not complete.',
  unreadable: 'Not a time, such as 20:30.',
  next_day: 'Ends the next day, {{day}} at {{time}}',
} as const

const sv = {
  year_between: 'Ange ett år från {{first}} till {{last}}.',
  skipped: 'Den natten hoppar klockan över {{wall}}. Det blir {{time}}.',
  repeated: 'Den natten visar klockan {{wall}} två gånger. Den första gäller.',
  second: 'Den andra gången {{wall}} gäller',
  day_missing: 'Välj en dag.',
  time_missing: 'Skriv en tid.',
  half_typed: 'Tiden är inte färdig.',
  unreadable: 'Det är ingen tid, som 20:30.',
  next_day: 'Slutar nästa dag, {{day}} kl. {{time}}',
} satisfies Translation<typeof en>

export const useClockText = defineTexts('clock', { en, sv })

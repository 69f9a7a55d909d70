import type { Language } from '@muster/contract/language'
import { addNamespace, type Translate, type Translation } from '@muster/contract/translate'

const en = {
  title: 'Certificate of volunteer work',
  title_of_year: 'Certificate of volunteer work {{year}}',
  has_given: 'has given',
  to: 'of their time to {{organization}}, on {{shifts}} at {{events}}. Thank you.',
  shifts_one: '{{count}} shift',
  shifts_other: '{{count}} shifts',
  events_one: '{{count}} event',
  events_other: '{{count}} events',
  and: '{{hours}} and {{minutes}}',
  day: 'Day',
  task: 'Task',
  event: 'Event',
  time: 'Time',
  hours: '{{hours}} h',
  hours_and_minutes: '{{hours}} h {{minutes}}',
  minutes: '{{minutes}} min',
  total: 'Total',
  signature: 'Signature',
} as const

const sv = {
  title: 'Intyg om ideellt arbete',
  title_of_year: 'Intyg om ideellt arbete {{year}}',
  has_given: 'har gett',
  to: 'av sin tid till {{organization}}, i {{shifts}} vid {{events}}. Vi tackar varmt.',
  shifts_one: '{{count}} pass',
  shifts_other: '{{count}} pass',
  events_one: '{{count}} evenemang',
  events_other: '{{count}} evenemang',
  and: '{{hours}} och {{minutes}}',
  day: 'Dag',
  task: 'Uppgift',
  event: 'Evenemang',
  time: 'Tid',
  hours: '{{hours}} tim',
  hours_and_minutes: '{{hours}} tim {{minutes}}',
  minutes: '{{minutes}} min',
  total: 'Summa',
  signature: 'Underskrift',
} satisfies Translation<typeof en>

/** By the person's language, not the reader's. */
export const certificateTexts: Record<Language, Translate<typeof en>> = addNamespace('certificate', {
  en,
  sv,
})

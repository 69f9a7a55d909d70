import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../../i18n/define-texts.ts'

const en = {
  in_days_one: 'in {{count}} day',
  in_days_other: 'in {{count}} days',
  in_hours: 'in {{hours}} h {{minutes}} min',
  in_minutes: 'in {{minutes}} min {{seconds}} s',
  email: 'E-mail me when sign-up opens',
  tell_me: 'Tell me',
  invalid: 'Enter a valid e-mail address.',
  failed: 'This could not be saved.',
  saved: 'We’ll e-mail {{email}} when sign-up is open. You get only this one e-mail.',
} as const

const sv = {
  in_days_one: 'om {{count}} dag',
  in_days_other: 'om {{count}} dagar',
  in_hours: 'om {{hours}} h {{minutes}} min',
  in_minutes: 'om {{minutes}} min {{seconds}} s',
  email: 'Mejla mig när anmälan öppnar',
  tell_me: 'Säg till mig',
  invalid: 'Ange en giltig e-postadress.',
  failed: 'Det gick inte att spara.',
  saved: 'Vi mejlar {{email}} när anmälan är öppen. Du får bara det mejlet.',
} satisfies Translation<typeof en>

/** Apart from the texts of the event page, because most events are open. */
export const useOpeningText = defineTexts('event_opening', { en, sv })

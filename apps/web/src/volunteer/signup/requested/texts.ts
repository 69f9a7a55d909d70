import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../../i18n/define-texts.ts'

const en = {
  title: 'Your request is with the organizer',
  partly_one: 'One shift is with the organizer',
  partly_other: '{{count}} shifts are with the organizer',
  text_one:
    '{{organization}} reads sign-ups for this shift before they count. The place is not held meanwhile.',
  text_other:
    '{{organization}} reads sign-ups for these shifts before they count. The places are not held meanwhile.',
  mail: 'You hear by e-mail, at {{email}}.',
  not_yours_yet: 'Not yours yet',
} as const

const sv = {
  title: 'Din förfrågan är hos arrangören',
  partly_one: 'Ett pass är hos arrangören',
  partly_other: '{{count}} pass är hos arrangören',
  text_one:
    '{{organization}} läser anmälningar till det här passet innan de gäller. Platsen hålls inte under tiden.',
  text_other:
    '{{organization}} läser anmälningar till de här passen innan de gäller. Platserna hålls inte under tiden.',
  mail: 'Du får besked med e-post, till {{email}}.',
  not_yours_yet: 'Inte din än',
} satisfies Translation<typeof en>

/** D52. Apart from the texts of the form, so that its first load stays small. */
export const useRequestedText = defineTexts('signup_requested', { en, sv })

import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../../i18n/define-texts.ts'

const en = {
  title: 'Look in your inbox, {{name}}',
  mail: 'We sent an e-mail to {{email}}. Open its link to take your place in line.',
  next: 'You are not in line before that. When a place is free for you, we ask you by e-mail.',
  no_mail:
    'No e-mail after ten minutes? Look in your spam folder. For each shift an address gets one a day, and after many requests in a short time no more are sent for a while: then ask again later.',
} as const

const sv = {
  title: 'Titta i din inkorg, {{name}}',
  mail: 'Vi har skickat ett mejl till {{email}}. Öppna länken i det för att ta din plats i kön.',
  next: 'Innan dess står du inte i kön. När det finns en plats till dig frågar vi dig med e-post.',
  no_mail:
    'Inget mejl efter tio minuter? Titta i skräpposten. En adress får ett om dagen för varje pass, och efter många förfrågningar på kort tid skickas inga fler på ett tag: fråga då igen senare.',
} satisfies Translation<typeof en>

/** D44. Apart from the texts of the form, so that its first load stays small. */
export const useJoinedText = defineTexts('signup_joined', { en, sv })

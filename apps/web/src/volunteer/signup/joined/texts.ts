import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../../i18n/define-texts.ts'

const en = {
  title: 'Look in your inbox, {{name}}',
  mail: 'We sent an e-mail to {{email}}. It says that you are in line, or has the link by which you take your place in it.',
  next: 'Somebody new is not in line before the link is opened. When a place is free for you, we ask you by e-mail.',
  no_mail:
    'No e-mail after ten minutes? Look in your spam folder. For each shift an address gets one a day, and after many requests in a short time no more are sent for a while: then ask again later.',
} as const

const sv = {
  title: 'Titta i din inkorg, {{name}}',
  mail: 'Vi har skickat ett mejl till {{email}}. Det säger att du står i kön, eller har länken som du tar din plats med.',
  next: 'Den som är ny står inte i kön förrän länken är öppnad. När det finns en plats till dig frågar vi dig med e-post.',
  no_mail:
    'Inget mejl efter tio minuter? Titta i skräpposten. En adress får ett om dagen för varje pass, och efter många förfrågningar på kort tid skickas inga fler på ett tag: fråga då igen senare.',
} satisfies Translation<typeof en>

/** D44. Apart from the texts of the form, so that its first load stays small. */
export const useJoinedText = defineTexts('signup_joined', { en, sv })

import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../../i18n/define-texts.ts'

const en = {
  title: 'Get the links to your shifts',
  intro:
    'Type the e-mail address that you signed up with, or were invited at. We send you a link to each of your coming shifts.',
  email: 'E-mail',
  email_invalid: 'Enter a valid e-mail address.',
  submit: 'Send my links',
  sent_title: 'Look in your inbox',
  sent: 'If {{email}} is on a coming shift, an e-mail with the links is on its way. It can take a few minutes; look in the spam folder too.',
  nothing:
    'Nothing came? Then you may have used another address. At most three e-mails an hour go to one address, and after many requests in a short time no more are sent for a while: then try again later.',
  another: 'Use another address',
  failed: 'The links could not be asked for.',
} as const

const sv = {
  title: 'Få länkarna till dina pass',
  intro:
    'Skriv e-postadressen som du anmälde dig med eller blev inbjuden på. Vi skickar en länk till vart och ett av dina kommande pass.',
  email: 'E-post',
  email_invalid: 'Ange en giltig e-postadress.',
  submit: 'Skicka mina länkar',
  sent_title: 'Titta i din inkorg',
  sent: 'Om {{email}} är med på ett kommande pass är ett mejl med länkarna på väg. Det kan ta några minuter. Titta i skräpposten också.',
  nothing:
    'Kom det inget? Då kan du ha använt en annan adress. Högst tre mejl i timmen går till en adress, och efter många förfrågningar på kort tid skickas inga fler på ett tag: försök då igen senare.',
  another: 'Använd en annan adress',
  failed: 'Det gick inte att begära länkarna.',
} satisfies Translation<typeof en>

/** Apart from the texts of the personal page, so that its first load stays small. */
export const useLinksText = defineTexts('links_page', { en, sv })

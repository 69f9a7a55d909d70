import type { Translation } from '@muster/contract/translate'
import type en from './en.ts'

export default {
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

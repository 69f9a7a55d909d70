import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../i18n/define-texts.ts'

const en = {
  title: 'Your request is with the organizer',
  text_one:
    '{{organization}} reads sign-ups for this shift before they count. You get an e-mail with the answer.',
  text_other:
    '{{organization}} reads sign-ups for these shifts before they count. You get an e-mail with the answer.',
  not_held_one: 'The place is not held meanwhile. Without an answer the request ends when the shift begins.',
  not_held_other:
    'The places are not held meanwhile. Without an answer a request ends when its shift begins.',
  take_back: 'Take it back',
  taking_back: 'Taking it back…',
  failed: 'The request could not be taken back.',
  taken_back: 'Your request is taken back',
  taken_back_text: '{{organization}} no longer sees it. You can sign up for other shifts.',
  other_shifts: 'Other shifts',
  ended: 'This request has ended',
  ended_text:
    'It was answered, taken back or has lapsed, or the link is not complete. The answer is in your inbox. If it was a yes, your own page has the shift.',
  get_links: 'Get the link to your shifts',
  load: 'The request could not be loaded.',
} as const

const sv = {
  title: 'Din förfrågan är hos arrangören',
  text_one:
    '{{organization}} läser anmälningar till det här passet innan de gäller. Du får svaret med e-post.',
  text_other:
    '{{organization}} läser anmälningar till de här passen innan de gäller. Du får svaret med e-post.',
  not_held_one: 'Platsen hålls inte under tiden. Utan svar upphör förfrågan när passet börjar.',
  not_held_other: 'Platserna hålls inte under tiden. Utan svar upphör en förfrågan när passet börjar.',
  take_back: 'Ta tillbaka',
  taking_back: 'Tar tillbaka…',
  failed: 'Det gick inte att ta tillbaka förfrågan.',
  taken_back: 'Din förfrågan är tillbakatagen',
  taken_back_text: '{{organization}} ser den inte längre. Du kan anmäla dig till andra pass.',
  other_shifts: 'Andra pass',
  ended: 'Förfrågan är avslutad',
  ended_text:
    'Den är besvarad, tillbakatagen eller har upphört, eller så är länken inte hel. Svaret finns i din inkorg. Om det var ett ja står passet på din egen sida.',
  get_links: 'Få länken till dina pass',
  load: 'Det gick inte att läsa in förfrågan.',
} satisfies Translation<typeof en>

export const useText = defineTexts('request', { en, sv })

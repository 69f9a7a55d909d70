import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../../i18n/define-texts.ts'

const en = {
  keep: 'Keep this page on this device',
  keep_hint:
    'It then opens without a network too, and from the page of the event. Don’t tick it on a shared computer.',
  gone: 'It is no longer on this device. What you see here is gone once you leave or reload the page.',
  answers_wait: 'Answers and changes can be sent when there is contact again.',
} as const

const sv = {
  keep: 'Spara den här sidan på enheten',
  keep_hint:
    'Då går den att öppna även utan nät, och från evenemangets sida. Kryssa inte i på en dator som flera använder.',
  gone: 'Sidan finns inte längre på enheten. Det du ser här försvinner när du lämnar sidan eller laddar om den.',
  answers_wait: 'Svar och ändringar går att skicka när kontakten är tillbaka.',
} satisfies Translation<typeof en>

/** Apart from the texts of the page, so that its first load stays small. */
export const useKeepText = defineTexts('keep_page', { en, sv })

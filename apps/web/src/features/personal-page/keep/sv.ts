import type { Translation } from '@muster/contract/translate'
import type en from './en.ts'

export default {
  keep: 'Spara den här sidan på enheten',
  keep_hint:
    'Då går den att öppna även utan nät, och från evenemangets sida. Kryssa inte i på en dator som flera använder.',
  gone: 'Sidan finns inte längre på enheten. Det du ser här försvinner när du lämnar sidan eller laddar om den.',
  answers_wait: 'Svar och ändringar går att skicka när kontakten är tillbaka.',
} satisfies Translation<typeof en>

import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../i18n/define-texts.ts'

const en = {
  title: 'A few questions',
  because: 'because you chose {{role}}',
  deleted: 'Deleted the week after the event.',
  yes: 'Yes',
  no: 'No',
  required: 'Please answer this question.',
  too_long: 'Write at most 1,000 characters.',
  who_sees: 'Only {{organization}} sees the answers. You can change them on your page.',
  changed: 'The questions have changed. Look through them and send again.',
} as const

const sv = {
  title: 'Några frågor',
  because: 'eftersom du valde {{role}}',
  deleted: 'Raderas veckan efter evenemanget.',
  yes: 'Ja',
  no: 'Nej',
  required: 'Svara på den här frågan.',
  too_long: 'Skriv högst 1\u202f000 tecken.',
  who_sees: 'Bara {{organization}} ser svaren. Du kan ändra dem på din sida.',
  changed: 'Frågorna har ändrats. Titta igenom dem och skicka igen.',
} satisfies Translation<typeof en>

export const useText = defineTexts('questions', { en, sv })

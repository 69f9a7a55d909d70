import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../../i18n/define-texts.ts'

const en = {
  wrong: 'Wrong address?',
  correct: 'Correct it',
  email: 'The right e-mail address',
  send: 'Correct the address',
  sending: 'Correcting…',
  unchanged: 'This is the address we already wrote to.',
  failed: 'The address could not be corrected.',
  done: 'Corrected. The link is on its way to {{email}}.',
  void: 'The link in the first e-mail no longer works.',
} as const

const sv = {
  wrong: 'Fel adress?',
  correct: 'Rätta den',
  email: 'Rätt e-postadress',
  send: 'Rätta adressen',
  sending: 'Rättar…',
  unchanged: 'Det är adressen som vi redan har skrivit till.',
  failed: 'Det gick inte att rätta adressen.',
  done: 'Rättat. Länken är på väg till {{email}}.',
  void: 'Länken i det första mejlet fungerar inte längre.',
} satisfies Translation<typeof en>

export const useCorrectionText = defineTexts('correct_email', { en, sv })

import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../i18n/define-texts.ts'

const en = {
  title_one: '{{count}} question from {{organization}}',
  title_other: '{{count}} questions from {{organization}}',
  answered: 'You have answered. You can change your answers.',
  show: 'Show my answers',
  who_sees: 'Only {{organization}} sees the answers.',
  save: 'Save answers',
  saving: 'Saving…',
  saved: 'Your answers are saved.',
  load: 'The questions could not be loaded.',
  failed: 'Your answers could not be saved.',
  changed: 'The questions have changed. Look through them and save again.',
  try_again: 'Try again',
} as const

const sv = {
  title_one: '{{count}} fråga från {{organization}}',
  title_other: '{{count}} frågor från {{organization}}',
  answered: 'Du har svarat. Du kan ändra dina svar.',
  show: 'Visa mina svar',
  who_sees: 'Bara {{organization}} ser svaren.',
  save: 'Spara svaren',
  saving: 'Sparar…',
  saved: 'Dina svar har sparats.',
  load: 'Frågorna kunde inte laddas.',
  failed: 'Dina svar kunde inte sparas.',
  changed: 'Frågorna har ändrats. Titta igenom dem och spara igen.',
  try_again: 'Försök igen',
} satisfies Translation<typeof en>

export const useOwnText = defineTexts('own_questions', { en, sv })

import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../../i18n/define-texts.ts'

const en = {
  confirmation: 'Your shifts with {{organization}}',
  confirmation_text: 'Your own link, with times and place.',
  waiting: 'Your place in line with {{organization}}',
  waiting_text: 'Your own link, with your place on the waiting list.',
  swap: 'Can you take a shift with {{organization}}?',
  swap_text: 'Open the link to see when and where it is.',
  request: 'Your request to {{organization}}',
  request_text: 'Your own link, with the shifts you asked for.',
} as const

const sv = {
  confirmation: 'Dina pass hos {{organization}}',
  confirmation_text: 'Din egen länk, med tider och plats.',
  waiting: 'Din plats i kön hos {{organization}}',
  waiting_text: 'Din egen länk, med din plats på väntelistan.',
  swap: 'Kan du ta ett pass hos {{organization}}?',
  swap_text: 'Öppna länken och se när och var det är.',
  request: 'Din förfrågan till {{organization}}',
  request_text: 'Din egen länk, med passen du har frågat om.',
} satisfies Translation<typeof en>

export const useText = defineTexts('link_preview', { en, sv })

import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../../i18n/define-texts.ts'

const en = {
  title: '{{name}} has been removed',
  text: 'The organizer has removed this event. There is nothing left to sign up for here.',
} as const

const sv = {
  title: '{{name}} har tagits bort',
  text: 'Arrangören har tagit bort evenemanget. Det finns inget kvar att anmäla sig till här.',
} satisfies Translation<typeof en>

/** Apart from the texts of the event page, so that its first load stays small. */
export const useRemovedText = defineTexts('removed_event', { en, sv })

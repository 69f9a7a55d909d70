import type { Translation } from '@muster/contract/translate'
import { addNamespace } from '@muster/contract/translate'

const en = {
  /** Name of an erased person on past shifts (D33). */
  erased: { first_name: 'Erased', last_name: 'person' },
} as const

const sv = {
  erased: { first_name: 'Raderad', last_name: 'person' },
} satisfies Translation<typeof en>

export const peopleTexts = addNamespace('erased_people', { en, sv })

import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../../i18n/define-texts.ts'

const en = {
  displaced_one: 'The clock skips or repeats an hour. {{count}} shift keeps its length:',
  displaced_other: 'The clock skips or repeats an hour. {{count}} shifts keep their length:',
  shift: '{{role}}, {{time}} (meant: {{meant}})',
  conflicts: 'Two shifts at once only because of that hour:',
  more: 'and {{count}} more',
} as const

const sv = {
  displaced_one: 'Klockan hoppar över eller upprepar en timme. {{count}} pass behåller sin längd:',
  displaced_other: 'Klockan hoppar över eller upprepar en timme. {{count}} pass behåller sin längd:',
  shift: '{{role}}, {{time}} (tänkt: {{meant}})',
  conflicts: 'Två pass samtidigt, bara på grund av den timmen:',
  more: 'och {{count}} till',
} satisfies Translation<typeof en>

export const usePreviewText = defineTexts('move_preview', { en, sv })

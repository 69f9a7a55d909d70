import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../../i18n/define-texts.ts'

const en = {
  preview: 'Preview: only you see this page',
  publish: 'Publish',
} as const

const sv = {
  preview: 'Förhandsvisning: bara ni ser sidan',
  publish: 'Publicera',
} satisfies Translation<typeof en>

/** Apart from the texts of the event page: volunteers see no previews. */
export const usePreviewText = defineTexts('event_preview', { en, sv })

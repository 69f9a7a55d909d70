import { defineTexts } from '../../../i18n/define-texts.ts'
import en from './en.ts'
import sv from './sv.ts'

/** Apart from the texts of the personal page, so that its first load stays small. */
export const useLinksText = defineTexts('links_page', { en, sv })

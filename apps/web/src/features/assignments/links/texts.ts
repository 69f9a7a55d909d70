import { defineTexts } from '../../../i18n/define-texts.ts'
import en from './en.ts'
import sv from './sv.ts'

/** Apart from the texts of the shifts, so that they load with the dialogs only. */
export const useText = defineTexts('replace_links', { en, sv })

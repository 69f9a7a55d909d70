import { defineTexts } from '../../../i18n/define-texts.ts'
import en from './en.ts'
import sv from './sv.ts'

/** Apart from the texts of the page, so that they load with the form. */
export const useText = defineTexts('own_details', { en, sv })

import { defineTexts } from '../../../i18n/define-texts.ts'
import en from './en.ts'
import sv from './sv.ts'

/** Apart from the texts of the sign-up page, which has another form. */
export const useContactText = defineTexts('contact_form', { en, sv })

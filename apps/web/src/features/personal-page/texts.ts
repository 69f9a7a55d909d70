import { defineTexts } from '../../i18n/define-texts.ts'
import en from './en.ts'
import sv from './sv.ts'

export const useText = defineTexts('invitations', { en, sv })

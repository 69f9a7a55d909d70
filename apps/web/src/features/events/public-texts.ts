import { defineTexts } from '../../i18n/define-texts.ts'
import en from './public-en.ts'
import sv from './public-sv.ts'

export const usePublicText = defineTexts({ en, sv })

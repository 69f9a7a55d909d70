import { defineTexts } from './define-texts.ts'
import en from './en.ts'
import sv from './sv.ts'

/** The texts shared by widgets and screens. A feature has its own beside it. */
export const useWords = defineTexts('shared', { en, sv })

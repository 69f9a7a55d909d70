import { defineTexts } from './define-texts.ts'
import en from './en.ts'
import sv from './sv.ts'

export const useWords = defineTexts('shared', { en, sv })

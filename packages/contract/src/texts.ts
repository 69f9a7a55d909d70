import en from './texts/en.ts'
import sv from './texts/sv.ts'
import { addNamespace } from './translate.ts'

export const contractTexts = addNamespace('contract', { en, sv })

import { addNamespace } from '@muster/contract/translate'
import en from './en.ts'
import sv from './sv.ts'

/** The texts of the page behind "Wasn't it you?". */
export const invitationsTexts = addNamespace('invitations', { en, sv })

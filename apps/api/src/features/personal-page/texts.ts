import { addNamespace } from '@muster/contract/translate'
import en from './en.ts'
import sv from './sv.ts'

export const invitationsTexts = addNamespace('invitations', { en, sv })

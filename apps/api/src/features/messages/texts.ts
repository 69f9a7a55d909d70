import { addNamespace } from '@muster/contract/translate'
import en from './en.ts'
import sv from './sv.ts'

export const messagesTexts = addNamespace('messages', { en, sv })

export type MessagesText = (typeof messagesTexts)['en']

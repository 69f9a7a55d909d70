import type { Language } from '@muster/contract/fields'
import type { Links } from './links.ts'

/** D31: the end of a broadcast's SMS that leads to no page of its own where it could be ended. A name takes no STOP. */
export function smsEnd(message_id: string, language: Language, links: Links): string {
  return `${STOP[language]}: ${links.stop(message_id)}`
}

const STOP: Record<Language, string> = { en: 'Stop SMS', sv: 'Avsluta sms' }

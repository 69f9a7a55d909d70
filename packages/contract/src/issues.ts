import type { Language } from './fields.ts'

/**
 * What can be wrong with a field, as `issues` say it (D2). Schemas name a text by its key; `{maximum}` is filled from
 * what the schema says.
 */
export const issueTexts = {
  invalid: { en: 'Not a valid value', sv: 'Inget giltigt värde' },
  empty: { en: 'Must not be empty', sv: 'Får inte vara tomt' },
  too_long: { en: 'At most {maximum} characters', sv: 'Högst {maximum} tecken' },
  too_short: { en: 'At least {minimum} characters', sv: 'Minst {minimum} tecken' },
  too_many: { en: 'At most {maximum}', sv: 'Högst {maximum}' },
  too_few: { en: 'At least {minimum}', sv: 'Minst {minimum}' },
  unreadable: { en: 'Contains characters that cannot be shown', sv: 'Innehåller tecken som inte kan visas' },
  not_email: { en: 'Not an e-mail address', sv: 'Ingen e-postadress' },
  not_phone: { en: 'Not a phone number', sv: 'Inget telefonnummer' },
  not_international: {
    en: 'Write the number with its country code, such as +46 70 123 45 67',
    sv: 'Skriv numret med landsnummer, till exempel +46 70 123 45 67',
  },
  not_zone: { en: 'Not a known time zone', sv: 'Ingen känd tidszon' },
  not_country: { en: 'Two capital letters', sv: 'Två stora bokstäver' },
  not_version: { en: 'Not a known version', sv: 'Ingen känd version' },
  far_year: { en: 'The year must lie between 2000 and 2199', sv: 'Året måste ligga mellan 2000 och 2199' },
  not_after_start: { en: 'Must be after the start', sv: 'Måste vara efter starten' },
  not_in_address: { en: 'Must agree with the address', sv: 'Måste stämma med adressen' },
  organization_name: { en: 'Organization name is required', sv: 'Organisationens namn krävs' },
  sender_letters: { en: 'Letters, digits and spaces only', sv: 'Bara bokstäver, siffror och mellanslag' },
  sender_letter: { en: 'At least one letter', sv: 'Minst en bokstav' },
} as const satisfies Record<string, Record<Language, string>>

export type IssueText = keyof typeof issueTexts

/** The key of a text, where a schema takes a message: `.refine(isEmail, because('not_email'))`. */
export function because(text: IssueText): IssueText {
  return text
}

/** What is found wrong, by a schema or by a feature. */
export type Issue = { message: string; minimum?: unknown; maximum?: unknown }

/** What is wrong, for a reader. What a schema finds without a text of ours is told exactly to developers, in English. */
export function issueText({ message, ...limits }: Issue, language: Language): string {
  if (!isIssueText(message)) return language === 'en' ? message : issueTexts.invalid[language]
  return issueTexts[message][language].replace(/\{(minimum|maximum)\}/, (_, limit: 'minimum' | 'maximum') =>
    Number(limits[limit]).toLocaleString(language),
  )
}

function isIssueText(message: string): message is IssueText {
  return message in issueTexts
}

import type { Language } from './language.ts'
import en from './texts/en.ts'
import { contractTexts } from './texts.ts'

export type IssueText = keyof typeof en.issues

/** Types the key of a text that is passed to a schema as message: `.refine(isEmail, because('not_email'))`. */
export function because(text: IssueText): IssueText {
  return text
}

export type Issue = { message: string; minimum?: unknown; maximum?: unknown }

/** Returns the text of an issue. In English, zod's own messages stay: they are exact, and for developers. */
export function issueText({ message, minimum, maximum }: Issue, language: Language): string {
  const t = contractTexts[language]
  if (isIssueText(message)) {
    return t(`issues.${message}`, { minimum: Number(minimum), maximum: Number(maximum) })
  }
  return language === 'en' ? message : t('issues.invalid')
}

function isIssueText(message: string): message is IssueText {
  return message in en.issues
}

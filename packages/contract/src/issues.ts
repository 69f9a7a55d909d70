import { z } from 'zod'
import type { Language } from './language.ts'
import en from './texts/en.ts'
import { contractTexts } from './texts.ts'

export type IssueText = keyof typeof en.issues

/** Types the key of a text that is passed to a schema as message: `.refine(isEmail, because('not_email'))`. */
export function because(text: IssueText): IssueText {
  return text
}

// D2: an issue without a text of its own gets one of ours, never zod's.
z.config({ customError: textOf })

type RawIssue = Parameters<NonNullable<ReturnType<typeof z.config>['customError']>>[0]

function textOf(issue: RawIssue): IssueText {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'missing'
      return TYPES[issue.expected] ?? 'invalid'
    case 'too_big':
      return issue.origin === 'string' ? 'too_long' : 'too_many'
    case 'too_small':
      if (issue.origin === 'string') return 'too_short'
      return issue.inclusive === false ? 'not_more' : 'too_few'
    case 'invalid_value':
      return issue.input === undefined ? 'missing' : 'not_choice'
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'invalid'
    case 'unrecognized_keys':
      return 'unknown_field'
    default:
      return 'invalid'
  }
}

const TYPES: Record<string, IssueText> = {
  string: 'not_text',
  number: 'not_number',
  int: 'not_whole',
  boolean: 'not_boolean',
  array: 'not_list',
  object: 'not_object',
  record: 'not_object',
}

const FORMATS: Record<string, IssueText> = {
  uuid: 'not_id',
  datetime: 'not_instant',
  date: 'not_day',
}

export type Issue = {
  message: string
  minimum?: unknown
  maximum?: unknown
  values?: unknown
  params?: object | undefined
}

/** Returns the text of an issue. */
export function issueText({ message, ...known }: Issue, language: Language): string {
  const t = contractTexts[language]
  if (!isIssueText(message)) return t('issues.invalid')
  return t(`issues.${message}`, {
    minimum: Number(known.minimum),
    maximum: Number(known.maximum),
    values: Array.isArray(known.values) ? known.values.join(', ') : '',
    character: '',
    name: '',
    place: 0,
    line: 0,
    ...known.params,
  })
}

function isIssueText(message: string): message is IssueText {
  return message in en.issues
}

import { hasOptions } from '@muster/contract/rules/question-kind'
import type { Question } from '@muster/contract/rules/questions'
import { moveRoles } from '@muster/contract/rules/questions'
import { LIMITS } from '@muster/contract/rules/text'
import { newKey } from '../../../api/new-key.ts'

/** D51. As typed: each option on a line. A new one has no id yet. */
export type QuestionDraft = Omit<Question, 'id' | 'options'> & {
  id?: string
  key: string
  options: string
}

export const newQuestion = (): QuestionDraft => ({
  key: newKey(),
  kind: 'text',
  label: '',
  options: '',
  required: false,
  role_ids: [],
  delete_after_event: false,
})

export const draftOfQuestion = ({ options, ...question }: Question): QuestionDraft => ({
  ...question,
  key: question.id,
  options: options.join('\n'),
})

export const questionOf = ({ key: _key, options, ...draft }: QuestionDraft) => ({
  ...draft,
  options: hasOptions(draft.kind) ? linesOf(options) : [],
})

/** The draft may be older than the roles. */
export const questionsOfRoles = (
  questions: readonly QuestionDraft[],
  roles: readonly { id: string }[],
): QuestionDraft[] => moveRoles(questions, (id) => roles.find((role) => role.id === id)?.id)

export const linesOf = (options: string): string[] =>
  options
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Returns what is wrong. */
export function faultOf({
  label,
  kind,
  options,
}: QuestionDraft): 'label_required' | 'options_needed' | undefined {
  if (label.trim() === '') return 'label_required'
  if (!hasOptions(kind)) return undefined
  const lines = linesOf(options)
  const isRight = lines.length >= 2 && lines.length <= LIMITS.options && new Set(lines).size === lines.length
  return isRight ? undefined : 'options_needed'
}

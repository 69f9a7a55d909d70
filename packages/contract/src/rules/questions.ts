import type { QuestionKind } from './question-kind.ts'

/** `role_ids`: of whom it is asked; none is everybody. */
export type Question = {
  id: string
  kind: QuestionKind
  label: string
  options: string[]
  required: boolean
  role_ids: string[]
  delete_after_event: boolean
}

export type AnswerValue = string | boolean | string[]
export type GivenAnswer = { question_id: string; value: AnswerValue }
/** With the question as it was asked. */
export type AskedAnswer = GivenAnswer & Pick<Question, 'kind' | 'label' | 'delete_after_event'>

/** Returns the questions that somebody on shifts of these roles is asked. */
export function questionsFor<Asked extends Pick<Question, 'role_ids'>>(
  questions: readonly Asked[],
  role_ids: readonly string[],
): Asked[] {
  return questions.filter(
    (question) => question.role_ids.length === 0 || question.role_ids.some((id) => role_ids.includes(id)),
  )
}

/**
 * Replaces the ids of roles, and leaves out those that `roleOf` does not know. Drops a question that loses all its roles:
 * a question without roles is asked of everybody.
 */
export function moveRoles<Asked extends Pick<Question, 'role_ids'>>(
  questions: readonly Asked[],
  roleOf: (id: string) => string | undefined,
): Asked[] {
  return questions.flatMap((question) => {
    const role_ids = question.role_ids.flatMap((id) => roleOf(id) ?? [])
    return question.role_ids.length > 0 && role_ids.length === 0 ? [] : { ...question, role_ids }
  })
}

/** Returns the answers to what is asked for these roles. */
export function askedAnswers(
  questions: readonly Question[],
  role_ids: readonly string[],
  answers: readonly GivenAnswer[],
): AskedAnswer[] {
  return questionsFor(questions, role_ids).flatMap(({ id: question_id, kind, label, delete_after_event }) =>
    answers
      .filter((each) => each.question_id === question_id && !isBlank(each.value))
      .map(({ value }) => ({ question_id, kind, label, delete_after_event, value })),
  )
}

/** Returns whether a value says nothing: it is as good as none. */
export const isBlank = (value: AnswerValue): boolean =>
  value === '' || (Array.isArray(value) && value.length === 0)

/** Returns whether a value is one that the question, as it is now, can have. */
export function fitsQuestion(
  { kind, options }: Pick<Question, 'kind' | 'options'>,
  value: AnswerValue,
): boolean {
  if (kind === 'yes_no') return typeof value === 'boolean'
  if (kind === 'many')
    return (
      Array.isArray(value) &&
      value.every((each) => options.includes(each)) &&
      new Set(value).size === value.length
    )
  return typeof value === 'string' && (kind === 'text' || options.includes(value))
}

/** Days after the end of the event when answers to questions with `delete_after_event` are deleted. */
export const ANSWERS_KEPT_DAYS = 7

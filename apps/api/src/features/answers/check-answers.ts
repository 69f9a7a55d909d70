import type { Issue, IssueText } from '@muster/contract/issues'
import {
  fitsQuestion,
  type GivenAnswer,
  isBlank,
  type Question,
  questionsFor,
} from '@muster/contract/rules/questions'
import { badRequest } from '../../edge/refusal.ts'

/** D51. Refuses with `validation` what does not answer the questions for these roles; `answers.0.question_id`: they have changed. */
export function checkAnswers(
  questions: readonly Question[],
  role_ids: readonly string[],
  answers: readonly GivenAnswer[],
  /** Before the paths of the issues. */
  prefix = '',
): void {
  const asked = questionsFor(questions, role_ids)
  const issues = [
    ...answers.flatMap(({ question_id, value }, at) => {
      const question = asked.find(({ id }) => id === question_id)
      if (!question) return issueAt(`${prefix}answers.${at}.question_id`, 'questions_changed')
      if (answers.findIndex((each) => each.question_id === question_id) !== at)
        return issueAt(`${prefix}answers.${at}.question_id`, 'named_twice')
      if (isBlank(value) || fitsQuestion(question, value)) return []
      return issueAt(`${prefix}answers.${at}.value`, 'answer_unfit', question.label)
    }),
    ...asked
      .filter(({ id, required }) => required && !answers.some((each) => answersTo(each, id)))
      .map(({ label }) => issueAt(`${prefix}answers`, 'answer_missing', label)),
  ]
  if (issues.length > 0) throw badRequest('validation', { issues })
}

const answersTo = ({ question_id, value }: GivenAnswer, id: string) => question_id === id && !isBlank(value)

const issueAt = (path: string, message: IssueText, name?: string): Issue & { path: string } => ({
  path,
  message,
  ...(name !== undefined && { params: { name } }),
})

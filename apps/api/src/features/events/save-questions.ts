import { isDeepStrictEqual } from 'node:util'
import type { GivenQuestions } from '@muster/contract/questions'
import type { Question } from '@muster/contract/rules/questions'
import { newId } from '../../db/ids.ts'
import { invalid } from '../../edge/refusal.ts'

type Known = { before: Question[]; role_ids: readonly string[] }

/**
 * D51: gives new questions an id. Returns `before` itself if nothing differs. Refuses with `validation` a role that is not
 * the event's.
 */
export function readQuestions(given: GivenQuestions, { before, role_ids: known }: Known): Question[] {
  const questions = given.map((question, at): Question => {
    const { id = newId(), kind, label, options = [], required = false, delete_after_event = false } = question
    const role_ids = [...new Set(question.role_ids)]
    if (role_ids.some((role_id) => !known.includes(role_id)))
      throw invalid(`questions.${at}.role_ids`, 'not_role')
    if (given.findIndex((each) => each.id === id) < at && question.id)
      throw invalid(`questions.${at}.id`, 'named_twice')
    return { id, kind, label, options, required, role_ids, delete_after_event }
  })
  return isDeepStrictEqual(questions, before) ? before : questions
}

import type { AnswerValue } from '@muster/contract/rules/questions'

/** By the question's id. An empty answer is none. */
export type Answers = Record<string, AnswerValue | undefined>

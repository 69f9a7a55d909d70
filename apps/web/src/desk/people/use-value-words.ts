import type { AnswerValue } from '@muster/contract/rules/questions'
import { useText } from './texts.ts'

/** Says an answer to a question (D51) in words. */
export function useValueWords() {
  const t = useText()
  return (value: AnswerValue): string => {
    if (typeof value === 'boolean') return t(value ? 'answer_yes' : 'answer_no')
    return Array.isArray(value) ? value.join(', ') : value
  }
}

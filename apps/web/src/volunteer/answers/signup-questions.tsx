import type { Question } from '@muster/contract/rules/questions'
import { useEffect, useEffectEvent } from 'react'
import { FormError } from '../../ui/feedback/form-error.tsx'
import type { Answers } from './answers.ts'
import { QuestionFields } from './question-fields.tsx'
import { useText } from './texts.ts'

type SignupQuestionsProps = {
  questions: readonly Question[]
  roles: readonly { id: string; name: string }[]
  organization: string
  answers: Answers
  /** The server's sentences by path. */
  refused: ReadonlyMap<string, string>
  isChecked: boolean
  onChange: (answers: Answers) => void
  /** Reads the event again: its questions have changed. */
  onChanged: () => void
}

/** D51: what the event asks, in the form of a sign-up. */
export default function SignupQuestions({
  questions,
  roles,
  organization,
  answers,
  refused,
  isChecked,
  onChange,
  onChanged,
}: SignupQuestionsProps) {
  const t = useText()
  const sent = questions.filter(({ id }) => answers[id] !== undefined)
  const isChanged = [...refused.keys()].some((path) =>
    /^(people\.\d+\.)?answers(\.\d+\.question_id)?$/.test(path),
  )
  const readAgain = useEffectEvent(onChanged)
  useEffect(() => {
    if (isChanged) readAgain()
  }, [isChanged])
  const refusalOf = ({ id }: Question) =>
    refused.get(`answers.${sent.findIndex((each) => each.id === id)}.value`)
  const roleOf = ({ role_ids }: Question) => roles.find(({ id }) => role_ids.includes(id))?.name
  return (
    <>
      <h2>{t('title')}</h2>
      <FormError text={isChanged ? t('changed') : undefined} className="mt-0" />
      <QuestionFields {...{ questions, answers, roleOf, refusalOf, isChecked, onChange }} />
      <p className="text-meta text-ink-2">{t('who_sees', { organization })}</p>
    </>
  )
}

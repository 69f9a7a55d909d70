import type { OwnAnswers } from '@muster/contract/personal-page'
import type { Question } from '@muster/contract/rules/questions'
import { useCallback, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError, errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { announce } from '../../ui/feedback/live-region.tsx'
import type { Answers } from './answers.ts'
import { useOwnText } from './own-texts.ts'
import { QuestionFields } from './question-fields.tsx'

/** D51: what the event asks who is on a shift. Answers that were given are shown on request, as the page may be open where others see it. */
export default function OwnQuestions({ token }: { token: string }) {
  const t = useOwnText()
  const id = useId()
  const read = useRead(
    useCallback(
      (signal: AbortSignal) => call('invitations', 'getOwnAnswers', { params: { token }, signal }),
      [token],
    ),
  )
  const [isOpen, setOpen] = useState(false)
  const { data, error } = read
  if (data?.questions.length === 0) return null
  /** The button that is pressed goes away. */
  const focusTitleAfter = (change: () => void) => {
    flushSync(change)
    document.getElementById(id)?.focus()
  }
  const isAnswered = data !== undefined && data.answers.length > 0
  return (
    <section
      className="mt-8 grid justify-items-start gap-3 border-t border-line pt-4 print:hidden"
      aria-labelledby={id}
    >
      {data && (
        <>
          <h2 id={id} tabIndex={-1}>
            {t('title', { count: data.questions.length, organization: data.organization.name })}
          </h2>
          {isAnswered && !isOpen ? (
            <>
              <p className="text-ink-2">{t('answered')}</p>
              <Button kind="line" size="tall" onClick={() => focusTitleAfter(() => setOpen(true))}>
                {t('show')}
              </Button>
            </>
          ) : (
            <QuestionsForm
              token={token}
              own={data}
              onChanged={read.readAgain}
              onSaved={(saved) => {
                announce(t('saved'))
                focusTitleAfter(() => {
                  read.store(() => saved)
                  setOpen(false)
                })
              }}
            />
          )}
        </>
      )}
      {error !== undefined && !data && (
        <>
          <FormError text={errorText(error, t('load'))} className="mt-0" />
          <Button kind="line" onClick={read.readAgain}>
            {t('try_again')}
          </Button>
        </>
      )}
    </section>
  )
}

type QuestionsFormProps = {
  token: string
  own: OwnAnswers
  onChanged: () => void
  onSaved: (saved: OwnAnswers) => void
}

function QuestionsForm({ token, own, onChanged, onSaved }: QuestionsFormProps) {
  const t = useOwnText()
  const form = useRef<HTMLFormElement>(null)
  const { questions, organization } = own
  const [answers, setAnswers] = useState<Answers>(() =>
    Object.fromEntries(own.answers.map(({ question_id, value }) => [question_id, value])),
  )
  const [isChecked, setIsChecked] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const given = questions.flatMap(({ id: question_id }) => {
    const value = answers[question_id]
    return value === undefined ? [] : { question_id, value }
  })
  const issues = (error instanceof ApiError && error.body.issues) || []
  const isChanged = issues.some(({ path }) => !path.endsWith('.value'))

  const save = async () => {
    if (isBusy) return
    setIsChecked(true)
    setError(undefined)
    if (questions.some(({ id, required }) => required && answers[id] === undefined)) {
      // After it is rendered.
      setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    setIsBusy(true)
    try {
      onSaved(await call('invitations', 'changeOwnAnswers', { params: { token }, body: { answers: given } }))
    } catch (failure) {
      setError(failure)
      onChanged()
    }
    setIsBusy(false)
  }
  const refusalOf = ({ id }: Question) => {
    const at = given.findIndex(({ question_id }) => question_id === id)
    return issues.find(({ path }) => path === `answers.${at}.value`)?.message
  }
  return (
    <form
      ref={form}
      className="grid w-full max-w-140 gap-5"
      noValidate
      onSubmit={(submission) => {
        submission.preventDefault()
        void save()
      }}
    >
      <p className="text-meta text-ink-2">{t('who_sees', { organization: organization.name })}</p>
      <QuestionFields
        {...{ questions, answers, refusalOf, isChecked }}
        roleOf={() => undefined}
        onChange={(changed) => {
          setAnswers(changed)
          // Its paths count the answers that were sent.
          setError(undefined)
        }}
      />
      <FormError
        text={error === undefined ? undefined : isChanged ? t('changed') : errorText(error, t('failed'))}
      />
      <div>
        <Button kind="line" size="tall" type="submit" busy={isBusy && t('saving')}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}

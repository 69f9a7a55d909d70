import type { AnswerValue, Question } from '@muster/contract/rules/questions'
import { LIMITS } from '@muster/contract/rules/text'
import { cva } from 'class-variance-authority'
import { type ReactNode, useId } from 'react'
import { useWords } from '../../i18n/words.ts'
import { labelClass } from '../../ui/controls/field.tsx'
import { TextArea } from '../../ui/controls/text-field.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import type { Answers } from './answers.ts'
import { useText } from './texts.ts'

type QuestionFieldsProps = {
  questions: readonly Question[]
  answers: Answers
  /** Name of the role for which the question is asked. Undefined: it is asked of everybody. */
  roleOf: (question: Question) => string | undefined
  /** The server's own sentence. */
  refusalOf: (question: Question) => string | undefined
  /** Whether missing answers are shown. */
  isChecked: boolean
  onChange: (answers: Answers) => void
}

/** D51 */
export function QuestionFields({
  questions,
  answers,
  roleOf,
  refusalOf,
  isChecked,
  onChange,
}: QuestionFieldsProps) {
  const t = useText()
  const errorOf = (question: Question) => {
    const value = answers[question.id]
    if (isChecked && question.required && value === undefined) return t('required')
    if (typeof value === 'string' && value.trim().length > LIMITS.answer) return t('too_long')
    return refusalOf(question)
  }
  return questions.map((question) => (
    <QuestionField
      key={question.id}
      question={question}
      role={roleOf(question)}
      value={answers[question.id]}
      error={errorOf(question)}
      onChange={(value) => onChange({ ...answers, [question.id]: isBlank(value) ? undefined : value })}
    />
  ))
}

type QuestionFieldProps = {
  question: Question
  role: string | undefined
  value: AnswerValue | undefined
  error: string | undefined
  onChange: (value: AnswerValue | undefined) => void
}

function QuestionField({ question, role, value, error, onChange }: QuestionFieldProps) {
  const t = useText()
  // Several people of one form answer the same question (D54).
  const name = useId()
  const { id, kind, label, options, required, delete_after_event } = question
  const hint = (role !== undefined || delete_after_event) && (
    <>
      {role !== undefined && (
        <span className="flex items-center gap-1.5 font-semibold text-primary">
          <Icon name="flag" size="small" />
          {t('because', { role })}
        </span>
      )}
      {delete_after_event && <span className="block">{t('deleted')}</span>}
    </>
  )
  if (kind === 'text')
    return (
      <TextArea
        label={label}
        hint={hint || undefined}
        error={error}
        optional={!required}
        name={id}
        rows={1}
        aria-required={required}
        value={typeof value === 'string' ? value : ''}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )
  const given = typeof value === 'boolean' ? yesNo(value) : value
  const isMany = kind === 'many'
  const chosen = isMany && Array.isArray(given) ? given : []
  return (
    <Choices label={label} hint={hint} error={error} optional={!required}>
      {(field) =>
        (kind === 'yes_no' ? ['yes', 'no'] : options).map((option) => (
          <label key={option} className={chipClass({ many: isMany })}>
            <input
              {...field}
              type={isMany ? 'checkbox' : 'radio'}
              className="sr-only"
              name={name}
              checked={isMany ? chosen.includes(option) : given === option}
              onChange={() => {
                if (kind === 'yes_no') onChange(option === 'yes')
                else if (!isMany) onChange(option)
                else onChange(options.filter((each) => chosen.includes(each) !== (each === option)))
              }}
              // Radio buttons cannot be unticked otherwise.
              onClick={() => !isMany && !required && given === option && onChange(undefined)}
            />
            {isMany && chosen.includes(option) && <Icon name="check" size="small" />}
            {kind === 'yes_no' ? t(option === 'yes' ? 'yes' : 'no') : option}
          </label>
        ))
      }
    </Choices>
  )
}

const isBlank = (value: AnswerValue | undefined) =>
  (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0)

const yesNo = (value: boolean) => (value ? 'yes' : 'no')

const chipClass = cva(
  [
    'relative inline-flex min-h-12 min-w-12 cursor-pointer items-center justify-center gap-2 border border-line-strong',
    'bg-surface py-2 font-semibold text-ink-2 wrap-anywhere has-checked:border-primary has-checked:bg-primary-soft',
    'has-checked:text-primary has-checked:inner-border-primary has-focus-visible:focus-ring',
    'has-checked:forced-highlight has-aria-invalid:border-miss-fill',
  ],
  { variants: { many: { true: 'rounded-full px-4', false: 'rounded-control px-3' } } },
)

type ChoicesProps = {
  label: string
  hint: ReactNode
  error: string | undefined
  optional: boolean
  children: (field: { 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }) => ReactNode
}

function Choices({ label, hint, error, optional, children }: ChoicesProps) {
  const words = useWords()
  const id = useId()
  return (
    <fieldset>
      <legend className={labelClass}>
        {label} {optional && <small className="text-meta font-normal text-ink-3">{words('optional')}</small>}
      </legend>
      {hint && <div className="mb-2 text-hint text-ink-3">{hint}</div>}
      <div className="flex flex-wrap gap-2">
        {children({
          'aria-invalid': error === undefined ? undefined : true,
          'aria-describedby': error === undefined ? undefined : id,
        })}
      </div>
      <ErrorText id={id} text={error} />
    </fieldset>
  )
}

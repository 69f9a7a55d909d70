import type { ContactForm, ContactProblem, FormProblems } from '@muster/contract/rules/contact'
import type { SignedUpForSeveral } from '@muster/contract/signup'
import { useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useKeepTrying } from '../../api/use-keep-trying.ts'
import { forgetChosenShifts } from '../events/public/chosen-shifts.ts'
import { keepDraft, keepTicket, readDraft, readTicket, removeDraft } from './kept-signup.ts'
import { joinWaitingList, type SignupBody, sendSignup } from './send-signup.ts'
import type { SignupState } from './signup-state.ts'

export type Problem = ContactProblem | 'refused'

type SignupOptions<Form extends ContactForm> = {
  event_id: string
  shift_ids: readonly string[]
  fields: readonly (keyof Form & string)[]
  /** Sent to the waiting list. */
  fieldsInLine?: readonly (keyof Form & string)[]
  empty: () => Form
  check: (form: Form) => FormProblems<Form>
  bodyOf: (form: Form) => SignupBody
  loadRules?: () => Promise<void>
  onDone?: (answer: SignedUpForSeveral, form: Form) => void
  /** Storage name of what was typed: over a reload, and for the next shift when this one is full. */
  draft: string
}

export function useSignup<Form extends ContactForm>({
  event_id,
  shift_ids,
  fields,
  fieldsInLine = fields,
  empty,
  check,
  bodyOf,
  loadRules,
  onDone,
  draft,
}: SignupOptions<Form>) {
  type Field = keyof Form & string
  const [values, setValues] = useState(() => readDraft(draft, empty()))
  const [touched, setTouched] = useState<ReadonlySet<Field>>(new Set())
  const [refused, setRefused] = useState<ReadonlySet<Field>>(new Set())
  const [state, setState] = useState<SignupState>(() => readTicket(shift_ids) ?? { status: 'ready' })
  const isBusy = useRef(false)
  const { keepTrying, stop } = useKeepTrying()
  const problems = check(values)

  const send = async (): Promise<boolean> => {
    const body = bodyOf(values)
    try {
      const answer = await keepTrying(
        (signal) => sendSignup({ event_id, shift_ids, body, signal }),
        (progress) => setState({ status: 'submitting', progress }),
      )
      removeDraft(draft)
      forgetChosenShifts()
      onDone?.(answer, values)
      const { first_name, email } = body
      const submitted = { status: 'submitted', answer, person: { first_name, email } } as const
      keepTicket(shift_ids, submitted)
      setState(submitted)
      return true
    } catch (error) {
      fail(error)
      return false
    }
  }

  const joinLine = async (): Promise<boolean> => {
    const body = bodyOf(values)
    setState({ status: 'joining' })
    try {
      await joinWaitingList(shift_ids[0] ?? '', body)
      removeDraft(draft)
      onDone?.({ signed_up: [], refused: [] }, values)
      setState({ status: 'joined', person: { first_name: body.first_name, email: body.email } })
      return true
    } catch (error) {
      fail(error)
      return false
    }
  }

  const fail = (error: unknown) => {
    const paths = error instanceof ApiError ? (error.body.issues ?? []).map(({ path }) => path) : []
    setRefused(new Set(fields.filter((field) => paths.includes(field))))
    setState({ status: 'failed', error })
  }

  /** Resolves with the fields to be corrected. Does nothing while a submission is under way. */
  const submitBy = async (work: () => Promise<boolean>, sent = fields): Promise<Field[]> => {
    if (isBusy.current) return []
    isBusy.current = true
    await loadRules?.()
    setTouched(new Set(sent))
    const found = check(values)
    const wrong = sent.filter((field) => found[field])
    // After a success no second press counts, not even before the ticket is rendered.
    isBusy.current = wrong.length === 0 && (await work())
    return wrong
  }

  return {
    values,
    state,
    /** On blur, on submit, and at each change once touched. */
    problemOf: (field: Field): Problem | undefined => {
      const problem = problems[field] ?? (refused.has(field) ? 'refused' : undefined)
      return touched.has(field) || refused.has(field) ? problem : undefined
    },
    change: <Name extends Field>(field: Name, value: Form[Name]) => {
      const next = { ...values, [field]: value }
      keepDraft(draft, next)
      setValues(next)
      setRefused((before) => new Set([...before].filter((each) => each !== field)))
    },
    touch: (field: Field) => setTouched((before) => new Set([...before, field])),
    submit: () => submitBy(send),
    join: () => submitBy(joinLine, fieldsInLine),
    reset: () => {
      removeDraft(draft)
      setValues(empty())
      setTouched(new Set())
    },
    stop,
    backToForm: () => setState({ status: 'ready' }),
  }
}

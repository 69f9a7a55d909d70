import type { ContactForm, FormProblems } from '@muster/contract/rules/contact'
import type { Question } from '@muster/contract/rules/questions'
import type { SignedUpForSeveral } from '@muster/contract/signup'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '../../api/api-error.ts'
import { keepInTab, readFromTab } from '../../api/tab-storage.ts'
import { useKeepTrying } from '../../api/use-keep-trying.ts'
import { now } from '../../clock.ts'
import { keepInHistory, readFromHistory } from '../../ui/hooks/navigation.ts'
import type { Answers } from '../answers/answers.ts'
import { forgetChosenShifts } from '../events/chosen-shifts.ts'
import { givenAnswers, joinWaitingList, type Shown, type SignupBody, sendSignup } from './send-signup.ts'
import { isMoved, refusalOf, type SignedUpState, type SignupState } from './signup-state.ts'

type Answering = ContactForm & { answers: Answers }

type SignupOptions<Form extends Answering, Sent> = {
  event_id: string
  shift_ids: readonly string[]
  fields: readonly Sent[]
  /** Fields that are sent to the waiting list. */
  fieldsOfWaiting?: readonly Sent[]
  empty: () => Form
  check: (form: Form) => FormProblems<Form>
  bodyOf: (form: Form) => SignupBody
  /** Loads the phone rules. Until they are loaded, `check` is incomplete. */
  loadRules?: (() => Promise<void>) | undefined
  onDone?: (answer: SignedUpForSeveral, form: Form) => void
  /** Key of the stored draft, kept over a reload and for the next shift if this one is full. */
  draft: string
  /** D51: the questions of the event for these shifts. */
  asked: readonly Question[]
  /** D58: token of a replacement link, whose place is taken. */
  swap?: string | undefined
}

const FIRST_TRY = { phase: 'sending', attempt: 1, problem: undefined } as const

export function useSignup<Form extends Answering, Sent extends keyof Form & string>({
  event_id,
  shift_ids,
  fields,
  fieldsOfWaiting = fields,
  empty,
  check: checkFields,
  bodyOf: contactOf,
  asked,
  loadRules,
  onDone,
  draft,
  swap,
}: SignupOptions<Form, Sent>) {
  type Field = keyof Form & string
  const [values, setValues] = useState(() => readDraft(draft, empty()))
  const [touched, setTouched] = useState<ReadonlySet<Field>>(new Set())
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const [state, setState] = useState<SignupState>(() => readTicket(shift_ids) ?? { status: 'ready' })
  const isBusy = useRef(false)
  const isUnmounted = useRef(false)
  const { keepTrying, stop } = useKeepTrying()
  const check = (form: Form): FormProblems<Form> => ({
    ...checkFields(form),
    ...(asked.some(({ id, required }) => required && form.answers[id] === undefined) && {
      answers: 'required',
    }),
  })
  const problems = check(values)

  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
    }
  }, [])

  const send = async (shown: readonly Shown[]): Promise<boolean> => {
    const answers = givenAnswers(asked, values.answers)
    const body = { ...contactOf(values), ...(asked.length > 0 && { answers }) }
    try {
      const answer = await keepTrying(
        (signal) => sendSignup({ event_id, shift_ids, shown, body, swap, signal }),
        (progress) => setState({ status: 'submitting', progress }),
      )
      // A shift that has moved is asked for again, with what was typed.
      if (!answer.refused.some(isMoved)) removeDraft(draft)
      forgetChosenShifts()
      onDone?.(answer, values)
      const { first_name, email, people = [] } = body
      const submitted = {
        status: 'submitted',
        answer,
        person: { first_name, email },
        names: people.map((each) => each.first_name),
        submitted_at: now().toISOString(),
      } as const
      keepTicket(shift_ids, submitted)
      setState(submitted)
      return true
    } catch (error) {
      fail({ error })
      return false
    }
  }

  const joinLine = async (shift: Shown): Promise<boolean> => {
    const body = contactOf(values)
    try {
      await joinWaitingList(shift, body)
      // The others are kept for another shift (D54).
      if (!body.people) removeDraft(draft)
      onDone?.({ signed_up: [], requested: [], refused: [] }, values)
      setState({
        status: 'joined',
        shift_id: shift.id,
        person: { first_name: body.first_name, email: body.email },
      })
      return true
    } catch (error) {
      fail({ error, refusal: refusalOf(state), isJoin: true })
      return false
    }
  }

  const fail = (failure: { error: unknown; refusal?: unknown; isJoin?: true }) => {
    const { error } = failure
    const issues = (error instanceof ApiError && error.body.issues) || []
    setRefused(new Map(issues.map(({ path, message }) => [path, message])))
    setState({ status: 'failed', ...failure })
  }

  /** Resolves with the fields to be corrected. Does nothing while a submission is under way. */
  const submitBy = async (
    work: () => Promise<boolean>,
    sent: readonly Sent[],
    sending: SignupState,
  ): Promise<Sent[]> => {
    if (isBusy.current) return []
    isBusy.current = true
    setState(sending)
    // If no rules must be loaded, nothing is rendered before the check.
    if (loadRules) await loadRules()
    if (isUnmounted.current) return []
    const found = check(values)
    const wrong = sent.filter((field) => found[field])
    // The caller focuses the first of them, which is disabled until this is rendered.
    flushSync(() => {
      setTouched(new Set(sent))
      if (wrong.length > 0) setState(state)
    })
    // After a success no second press counts, not even before the ticket is rendered.
    isBusy.current = wrong.length === 0 && (await work())
    return wrong
  }

  const update = (field: Field, value: unknown) => {
    const next = { ...values, [field]: value }
    keepDraft(draft, next)
    setValues(next)
    // The body names the others `people` (D54).
    const path = field === 'others' ? 'people' : field
    setRefused((before) => new Map([...before].filter(([each]) => !each.startsWith(path))))
  }
  const touch = (field: Field) => setTouched((before) => new Set([...before, field]))

  return {
    values,
    state,
    /** Returns the problem of a field after its blur or a submit; from then on it is checked at each change. */
    problemOf: (field: Field) => (touched.has(field) ? problems[field] : undefined),
    /** Returns the server's own sentence about a field. */
    refusalOf: (field: Field) => refused.get(field),
    change: <Name extends Field>(field: Name, value: Form[Name]) => update(field, value),
    touch,
    /** The server's sentences by path. */
    refused,
    /** Returns the attributes of a required text field. */
    fieldOf: (field: keyof ContactForm) => ({
      name: field,
      value: values[field],
      onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
        update(field, currentTarget.value),
      onBlur: () => touch(field),
      'aria-required': true,
    }),
    /** Takes the shifts as they are shown. */
    submit: (shown: readonly Shown[]) =>
      submitBy(() => send(shown), fields, { status: 'submitting', progress: FIRST_TRY }),
    join: (shift: Shown) =>
      submitBy(() => joinLine(shift), fieldsOfWaiting, { status: 'joining', refusal: refusalOf(state) }),
    reset: () => {
      removeDraft(draft)
      setValues(empty())
      setTouched(new Set())
    },
    stop,
    /** Shows the form with these values, after a sign-up. */
    begin: (next: Form) => {
      forgetTicket()
      isBusy.current = false
      setValues(next)
      setTouched(new Set())
      setState({ status: 'ready' })
    },
    backToForm: () => setState({ status: 'ready' }),
  }
}

/** Fields of another type are ignored: an older version may have stored them. */
function readDraft<Form extends object>(name: string, empty: Form): Form {
  const kept = readFromTab(name)
  if (typeof kept !== 'object' || kept === null) return empty
  const types = new Map(Object.entries(empty).map(([field, value]) => [field, typeof value]))
  const known = Object.entries(kept).filter(([field, value]) => types.get(field) === typeof value)
  return { ...empty, ...Object.fromEntries(known) }
}

export function keepDraft(name: string, form: object): void {
  keepInTab(name, form)
}

function removeDraft(name: string): void {
  keepInTab(name, undefined)
}

export const TICKET = 'ticket'

/** Stores the ticket in the history entry, so that the same form opened anew is empty for the next person. */
function keepTicket(shift_ids: readonly string[], ticket: SignedUpState): void {
  keepInHistory(TICKET, { ...ticket, of: shift_ids.join() })
}

function forgetTicket(): void {
  keepInHistory(TICKET, undefined)
}

function readTicket(shift_ids: readonly string[]): SignedUpState | undefined {
  const kept = readFromHistory(TICKET)
  return isTicket(kept) && kept.of === shift_ids.join() ? { ...kept, isKept: true } : undefined
}

export const isTicket = (kept: unknown): kept is SignedUpState & { of: string } =>
  typeof kept === 'object' &&
  kept !== null &&
  'of' in kept &&
  // One kept by an earlier version has no requests (D52).
  'answer' in kept &&
  typeof kept.answer === 'object' &&
  kept.answer !== null &&
  'requested' in kept.answer

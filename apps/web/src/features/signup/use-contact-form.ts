import { type ContactForm, type ContactProblem, checkContactForm } from '@muster/contract/rules/contact'
import type { SignedUp } from '@muster/contract/signup'
import { useRef, useState } from 'react'
import type { Progress } from '../../api/keep-trying.ts'
import { useKeepTrying } from '../../api/use-keep-trying.ts'
import { contactBody, sendSignup } from './send-signup.ts'

export const contactFields = ['first_name', 'last_name', 'email', 'phone'] as const
export type ContactField = (typeof contactFields)[number]

export type ContactState =
  | { status: 'ready' }
  | { status: 'submitting'; progress: Progress }
  | { status: 'failed'; error: unknown }
  | { status: 'submitted'; answer: SignedUp }

/** The contact form of an event page: what was typed, what is wrong with it, and where sending it stands. */
export function useContactForm(shift_id: string) {
  const [values, setValues] = useState<ContactForm>({ first_name: '', last_name: '', email: '', phone: '' })
  const [touched, setTouched] = useState<ReadonlySet<ContactField>>(new Set())
  const [state, setState] = useState<ContactState>({ status: 'ready' })
  const isBusy = useRef(false)
  const { keepTrying, stop } = useKeepTrying()
  const problems = checkContactForm(values)

  const send = async () => {
    isBusy.current = true
    const body = { ...contactBody(values), shift_id }
    try {
      const answer = await keepTrying(
        (signal) => sendSignup(shift_id, body, signal),
        (progress) => setState({ status: 'submitting', progress }),
      )
      setState({ status: 'submitted', answer })
    } catch (error) {
      isBusy.current = false
      setState({ status: 'failed', error })
    }
  }

  return {
    values,
    state,
    problemOf: (field: ContactField): ContactProblem | undefined =>
      touched.has(field) ? problems[field] : undefined,
    change: (field: ContactField, value: string) => setValues((now) => ({ ...now, [field]: value })),
    touch: (field: ContactField) => setTouched((now) => new Set([...now, field])),
    /** The first field that is wrong; undefined when the form was sent. */
    submit: (): ContactField | undefined => {
      setTouched(new Set(contactFields))
      const wrong = contactFields.find((field) => problems[field])
      if (!wrong && !isBusy.current) void send()
      return wrong
    },
    stop,
  }
}

import type { SignedUp } from '@muster/contract/signup'
import { useRef, useState } from 'react'
import { ApiError, errorText } from '../../api/api-error.ts'
import { sendSignup, signupBody } from './send-signup.ts'
import { useText } from './texts.ts'
import { type Problems, useSignupForm } from './use-signup-form.ts'

export type SignupState =
  | { status: 'ready' }
  | { status: 'submitting' }
  /** Something to be mended in the form, or a failure that may pass: the same press again is safe. */
  | { status: 'failed'; error: unknown }
  /** The server's rules say no, and pressing again would not help. */
  | { status: 'refused'; error: unknown }
  | { status: 'submitted'; answer: SignedUp; first_name: string; email: string }

/** One sign-up from the form to the answer. What was typed outlives every failure. */
export function useSignup(shift_id: string) {
  const form = useSignupForm()
  const [state, setState] = useState<SignupState>({ status: 'ready' })
  const isBusy = useRef(false)

  const send = async (): Promise<boolean> => {
    setState({ status: 'submitting' })
    try {
      const answer = await sendSignup(shift_id, signupBody(form.values))
      form.forget()
      const { first_name, email } = form.values
      setState({ status: 'submitted', answer, first_name: first_name.trim(), email: email.trim() })
      return true
    } catch (error) {
      if (error instanceof ApiError) form.refuse((error.body.issues ?? []).map(({ path }) => path))
      setState({ status: isFinal(error) ? 'refused' : 'failed', error })
      return false
    }
  }

  return {
    form,
    state,
    /** Sends the form, or gives what is wrong with it. A press while one is under way does nothing. */
    submit: async (): Promise<Problems> => {
      if (isBusy.current) return {}
      isBusy.current = true
      const problems = await form.check()
      // Who is signed up has no second press, not even while the ticket is being drawn.
      isBusy.current = Object.keys(problems).length === 0 && (await send())
      return problems
    },
    backToForm: () => setState({ status: 'ready' }),
  }
}

/** The server's sentence, else what the page knows itself. */
export function useSignupErrorText(): (error: unknown) => string {
  const t = useText()
  return (error) => errorText(error, isNoAnswer(error) ? t('errors.no_answer') : t('errors.failed'))
}

function isNoAnswer(error: unknown): boolean {
  return error instanceof ApiError ? error.status === 0 : error instanceof DOMException
}

function isFinal(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 409)
}

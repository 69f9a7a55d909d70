import type { SignedUp } from '@muster/contract/signup'
import { useRef, useState } from 'react'
import { ApiError, errorText } from '../../api/api-error.ts'
import type { Progress } from '../../api/keep-trying.ts'
import { useKeepTrying } from '../../api/use-keep-trying.ts'
import { sendSignup, signupBody } from './send-signup.ts'
import { useText } from './texts.ts'
import { type Problems, useSignupForm } from './use-signup-form.ts'

export type SignupState =
  | { status: 'ready' }
  | { status: 'submitting'; progress: Progress }
  /** Something to be mended in the form, or no definite answer (`Unanswered`): the same press again is safe. */
  | { status: 'failed'; error: unknown }
  /** The server's rules say no, and pressing again would not help. */
  | { status: 'refused'; error: unknown }
  | { status: 'submitted'; answer: SignedUp; first_name: string; email: string }

/** One sign-up from the form to the answer. What was typed outlives every failure. */
export function useSignup(shift_id: string) {
  const form = useSignupForm()
  const [state, setState] = useState<SignupState>({ status: 'ready' })
  const isBusy = useRef(false)
  const { keepTrying, stop } = useKeepTrying()

  const send = async (): Promise<boolean> => {
    const body = signupBody(form.values)
    try {
      const answer = await keepTrying(
        (signal) => sendSignup(shift_id, body, signal),
        (progress) => setState({ status: 'submitting', progress }),
      )
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
    stop,
    backToForm: () => setState({ status: 'ready' }),
  }
}

/** The server's sentence, else the page's own. */
export function useSignupErrorText(): (error: unknown) => string {
  const t = useText()
  return (error) => errorText(error, t('errors.failed'))
}

function isFinal(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 409)
}

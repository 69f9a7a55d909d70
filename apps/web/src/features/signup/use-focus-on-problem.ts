import { type RefObject, useEffect } from 'react'
import type { SignupState } from './signup-state.ts'

/** `summary` is the text about problems that the form itself found. */
export function useFocusOnProblem(
  form: RefObject<HTMLFormElement | null>,
  state: SignupState,
  summary = '',
): void {
  useEffect(() => {
    if (summary === '' && state.status !== 'failed') return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form, summary, state])
}

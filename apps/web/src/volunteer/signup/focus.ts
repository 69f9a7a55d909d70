import { type RefObject, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { SignupState } from './signup-state.ts'

/** Use this when a press removes its own button. If the element is not rendered, the page's heading gets the focus. */
export function focusAfter(change: () => void, selector: string): void {
  flushSync(change)
  const element = document.querySelector<HTMLElement>(selector) ?? document.querySelector('h1')
  element?.focus()
}

/** Focuses the heading of the page that replaces the focused form. */
export function useFocusOnEnd(isEnded: boolean): void {
  const was = useRef(isEnded)
  useEffect(() => {
    const isNew = isEnded && !was.current
    was.current = isEnded
    if (isNew && document.activeElement === document.body) document.querySelector('h1')?.focus()
  }, [isEnded])
}

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

export function useSendingFocus(isSending: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Chromium blurs a field that is disabled, Firefox does not.
    if (isSending && document.activeElement?.matches('body, :disabled')) {
      button.current?.focus({ preventScroll: true })
    }
  }, [isSending])
  return button
}

import { type RefObject, useEffect, useRef } from 'react'

/** For the submit button: it takes the focus from a field that sending has locked. */
export function useSendingFocus(isSending: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Chromium has taken it away by now, Firefox leaves it on what is disabled.
    if (isSending && document.activeElement?.matches('body, :disabled')) {
      button.current?.focus({ preventScroll: true })
    }
  }, [isSending])
  return button
}

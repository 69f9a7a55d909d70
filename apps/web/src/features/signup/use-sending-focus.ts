import { type RefObject, useEffect, useRef } from 'react'

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

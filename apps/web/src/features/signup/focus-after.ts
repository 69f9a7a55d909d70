import { flushSync } from 'react-dom'

/** Use this when a press removes its own button. If the element is not rendered, the page's heading gets the focus. */
export function focusAfter(change: () => void, selector: string): void {
  flushSync(change)
  const element = document.querySelector<HTMLElement>(selector) ?? document.querySelector('h1')
  element?.focus()
}

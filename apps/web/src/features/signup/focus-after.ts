import { flushSync } from 'react-dom'

/** For a press that removes its button. Focuses the page's heading if the change renders no such element. */
export function focusAfter(change: () => void, selector: string): void {
  flushSync(change)
  const element = document.querySelector<HTMLElement>(selector) ?? document.querySelector('h1')
  element?.focus()
}

import { useEffect, useSyncExternalStore } from 'react'

/**
 * In place of the page's live region: `vi.mock('…/ui/live-region.tsx', () => import('…/testing/live-region.tsx'))`.
 * It says everything at once and keeps it, where the page's own gathers for seconds.
 */
let said: readonly string[] = []
const listeners = new Set<() => void>()

export function announce(message: string): void {
  say([...said, message])
}

export function LiveRegion() {
  const messages = useSyncExternalStore(subscribe, () => said)
  useEffect(() => () => say([]), [])
  return (
    <div role="log">
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </div>
  )
}

function say(messages: readonly string[]): void {
  said = [...new Set(messages)]
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

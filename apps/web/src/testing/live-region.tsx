import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useEffect } from 'react'

/**
 * Stands in for the live region: `vi.mock('…/ui/feedback/live-region.tsx', () =>
 * import('…/testing/live-region.tsx'))`. It shows everything at once and keeps it.
 */
const $said = atom<readonly string[]>([])

export function announce(message: string): void {
  $said.set([...new Set([...$said.get(), message])])
}

export function LiveRegion() {
  const messages = useStore($said)
  useEffect(() => () => $said.set([]), [])
  return (
    <div role="log">
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </div>
  )
}

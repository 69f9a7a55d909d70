import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useEffect } from 'react'

/**
 * In place of the page's live region: `vi.mock('…/ui/live-region.tsx', () => import('…/testing/live-region.tsx'))`.
 * It says everything at once and keeps it, where the page's own gathers for seconds.
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

import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useEffect } from 'react'

/** For `vi.mock('…/ui/feedback/live-region.tsx', …)`: shows everything at once and keeps it. */
const $said = atom<readonly string[]>([])

export function announce(message: string): () => void {
  $said.set([...new Set([...$said.get(), message])])
  return () => undefined
}

export function silence(): void {
  $said.set([])
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

import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useEffect } from 'react'

/** Messages, shown at once and kept. This module is for `vi.mock('…/ui/feedback/live-region.tsx', …)`. */
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

import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'

const GATHER_MS = 5_000

const $spoken = atom('')
let waiting: string[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Announces the messages of five seconds together, or a busy page would never stop talking. The returned function
 * takes the message back if it has not been announced yet.
 */
export function announce(message: string): () => void {
  if (!waiting.includes(message)) waiting.push(message)
  if (timer === undefined) speak()
  return () => {
    waiting = waiting.filter((other) => other !== message)
  }
}

/** Must be rendered once per page, outside of parts that are replaced. */
export function LiveRegion() {
  const message = useStore($spoken)
  return (
    <p aria-live="polite" className="sr-only">
      {message}
    </p>
  )
}

/** Drops all announcements, also pending ones. Tests need this, because their files share a process. */
export function silence(): void {
  clearTimeout(timer)
  timer = undefined
  waiting = []
  $spoken.set('')
}

function speak(): void {
  timer = undefined
  if (waiting.length === 0) return
  $spoken.set(waiting.join('. '))
  waiting = []
  timer = setTimeout(speak, GATHER_MS)
}

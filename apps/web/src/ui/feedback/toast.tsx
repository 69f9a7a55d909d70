import { useSyncExternalStore } from 'react'
import { Icon } from '../page/icon.tsx'

const STAY_MS = 4_000

type Toast = { id: number; text: string }

let toasts: readonly Toast[] = []
let last = 0
const listeners = new Set<() => void>()

/** A word about something done elsewhere on the page; never for an error of a form. */
export function showToast(text: string): void {
  last += 1
  const id = last
  change([...toasts, { id, text }])
  setTimeout(() => change(toasts.filter((toast) => toast.id !== id)), STAY_MS)
}

/** Once in the page. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <output className="pointer-events-none fixed right-4 bottom-[calc(16px+env(safe-area-inset-bottom))] left-4 z-40 grid justify-items-center gap-2 print:hidden">
      {shown.map(({ id, text }) => (
        <span
          key={id}
          className="pointer-events-auto flex animate-appear items-center gap-2.5 rounded-control bg-ink px-4.5 py-3 text-compact font-semibold text-canvas forced-colors:border"
        >
          <Icon name="check" />
          {text}
        </span>
      ))}
    </output>
  )
}

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

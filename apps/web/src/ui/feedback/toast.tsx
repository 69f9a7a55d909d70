import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { Icon } from '../page/icon.tsx'

const STAY_MS = 4_000

type Toast = { id: number; text: string }

const $toasts = atom<readonly Toast[]>([])
let last = 0

export function showToast(text: string): void {
  last += 1
  const id = last
  $toasts.set([...$toasts.get(), { id, text }])
  setTimeout(() => $toasts.set($toasts.get().filter((toast) => toast.id !== id)), STAY_MS)
}

export function Toasts() {
  const toasts = useStore($toasts)
  return (
    <output className="pointer-events-none fixed right-4 bottom-[calc(16px+env(safe-area-inset-bottom))] left-4 z-40 grid justify-items-center gap-2 print:hidden">
      {toasts.map(({ id, text }) => (
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

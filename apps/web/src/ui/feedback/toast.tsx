import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import type { ReactNode } from 'react'
import { Icon } from '../page/icon.tsx'
import { toastClass, toastPlaceClass } from './toast-frame.ts'

const STAY_MS = 4_000

type Toast = { id: number; body: ReactNode }

export const $toasts = atom<readonly Toast[]>([])
let last = 0

export function showToast(text: string): void {
  const end = addToast(
    <span className={toastClass({ className: 'gap-2.5 px-4.5 py-3 text-compact' })}>
      <Icon name="check" />
      {text}
    </span>,
  )
  setTimeout(end, STAY_MS)
}

/** Shows another kind of toast, until the returned function is called. */
export function addToast(body: ReactNode): () => void {
  last += 1
  const id = last
  $toasts.set([...$toasts.get(), { id, body }])
  return () => $toasts.set($toasts.get().filter((toast) => toast.id !== id))
}

export function Toasts() {
  const toasts = useStore($toasts)
  return (
    <output className={toastPlaceClass}>
      {toasts.map(({ id, body }) => (
        <div key={id} className="contents">
          {body}
        </div>
      ))}
    </output>
  )
}

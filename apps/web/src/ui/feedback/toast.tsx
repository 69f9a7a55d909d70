import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { Icon } from '../page/icon.tsx'
import { toastClass, toastPlaceClass } from './toast-frame.ts'

const STAY_MS = 4_000

type Toast = { id: number; text: string }

export const $toasts = atom<readonly Toast[]>([])
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
    <output className={toastPlaceClass}>
      {toasts.map(({ id, text }) => (
        <span key={id} className={toastClass({ className: 'gap-2.5 px-4.5 py-3 text-compact' })}>
          <Icon name="check" />
          {text}
        </span>
      ))}
    </output>
  )
}

import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { Icon } from '../page/icon.tsx'

const STAY_MS = 4_000

type Toast = { id: number; text: string }

const $toasts = atom<readonly Toast[]>([])
let last = 0

/** Confirms what was done elsewhere on the page; never for an error of a form. */
export function showToast(text: string): void {
  last += 1
  const id = last
  $toasts.set([...$toasts.get(), { id, text }])
  setTimeout(() => $toasts.set($toasts.get().filter((toast) => toast.id !== id)), STAY_MS)
}

/** Once in the page. */
export function Toasts() {
  const toasts = useStore($toasts)
  return (
    <output className="toasts">
      {toasts.map(({ id, text }) => (
        <span className="toast" key={id}>
          <Icon name="check" />
          {text}
        </span>
      ))}
    </output>
  )
}

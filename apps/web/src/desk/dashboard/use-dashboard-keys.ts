import { useEffect, useEffectEvent } from 'react'
import { shiftsKeys } from '../../ui/keys/keys.ts'
import { areSingleKeysOn } from '../../ui/keys/single-keys.ts'
import { searchId } from './toolbar.tsx'

type Key = (typeof shiftsKeys)[number]
type Keys = Record<Key, (() => void) | undefined>

/** Single keys, which work where nothing is typed and nothing is open above the page. */
export function useDashboardKeys(keys: Keys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = shiftsKeys.find((each) => each === event.key)
    const act = key && keys[key]
    if (
      !act ||
      (key !== 'Escape' && !areSingleKeysOn()) ||
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey
    )
      return
    if (document.querySelector('dialog[open], [role=listbox], [role=menu]')) return
    const isTyping =
      event.target instanceof Element && event.target.closest('input:not([type=checkbox]), select, textarea')
    if (isTyping && !(event.key === 'Escape' && isTyping.id === searchId)) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

const rowButtons = '[id^=open-shift-]'

/** Moves the focus along the rows of the list. */
export function focusRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(rowButtons)]
  const focused = focusedRow()
  const at = rows.findIndex((row) => row === focused)
  const next = at === -1 && step === -1 ? rows.length - 1 : at + step
  rows[Math.min(rows.length - 1, Math.max(0, next))]?.focus()
}

/** Returns the id of the shift whose row, or whose box, has the focus. */
export function focusedShiftId(): string | undefined {
  return focusedRow()?.id.slice('open-shift-'.length)
}

function focusedRow(): HTMLElement | undefined {
  return document.activeElement?.closest('tr, li')?.querySelector<HTMLElement>(rowButtons) ?? undefined
}

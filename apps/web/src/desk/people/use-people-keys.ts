import { useEffect, useEffectEvent } from 'react'
import type { Tick } from '../../ui/hooks/use-selection.ts'
import { areSingleKeysOn } from '../../ui/keys/single-keys.ts'
import { searchId } from './people-search.tsx'

type Keys = { ticked: ReadonlySet<string>; onTick: Tick | undefined; onClear: () => void }

/** `/` searches, `j` and `k` go along the names, `x` selects, Esc ends what was begun. Enter is that of the link. */
export function usePeopleKeys({ ticked, onTick, onClear }: Keys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, defaultPrevented, ctrlKey, metaKey, altKey } = event
    if (defaultPrevented || ctrlKey || metaKey || altKey) return
    if (key !== 'Escape' && !areSingleKeysOn()) return
    if (document.querySelector('dialog[open], [role=listbox], [role=menu]')) return
    const field = target instanceof Element && target.closest('input:not([type=checkbox]), select, textarea')
    if (field && !(key === 'Escape' && field.id === searchId)) return
    const act = actOf(key)
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  function actOf(key: string): (() => void) | undefined {
    const focused = focusedLink()?.id.slice(LINK.length)
    switch (key) {
      case '/':
        return () => document.getElementById(searchId)?.focus()
      case 'j':
        return () => focusRow(1)
      case 'k':
        return () => focusRow(-1)
      case 'x':
        return focused === undefined
          ? undefined
          : () => onTick?.(focused, { isOn: !ticked.has(focused), isRange: false })
      case 'Escape':
        if (document.activeElement?.id === searchId) return () => focusRow(1)
        return ticked.size > 0 ? onClear : undefined
      default:
        return undefined
    }
  }
}

const LINK = 'person-'

const focusedLink = () =>
  document.activeElement?.closest('tr, li')?.querySelector<HTMLElement>(`[id^=${LINK}]`) ?? undefined

function focusRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(`a[id^=${LINK}]`)]
  const at = rows.findIndex((row) => row === focusedLink())
  const next = at === -1 && step === -1 ? rows.length - 1 : at + step
  rows[Math.min(rows.length - 1, Math.max(0, next))]?.focus()
}

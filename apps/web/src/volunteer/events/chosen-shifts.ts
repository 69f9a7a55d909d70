import { MOST_SHIFTS_AT_ONCE } from '@muster/contract/rules/shifts-at-once'
import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useCallback } from 'react'
import { keepInTab, readFromTab } from '../../api/tab-storage.ts'

type Choice = { event_id: string; shift_ids: readonly string[] }

const KEPT_AS = 'chosen_shifts'
const NO_CHOICE: Choice = { event_id: '', shift_ids: [] }

const $choice = atom<Choice>(readChoice())

/** D42: the shifts that the visitor has chosen and not sent yet. The tab keeps them over the form and a reload. */
export function useChosenShifts(event_id: string): {
  chosen: readonly string[]
  toggle: (shift_id: string) => void
} {
  const choice = useStore($choice)
  return {
    chosen: listChosen(choice, event_id),
    toggle: useCallback((shift_id) => toggleShift(event_id, shift_id), [event_id]),
  }
}

export function forgetChosenShifts(): void {
  $choice.set(NO_CHOICE)
  keepInTab(KEPT_AS, undefined)
}

function toggleShift(event_id: string, shift_id: string): void {
  const before = listChosen($choice.get(), event_id)
  const shift_ids = before.includes(shift_id)
    ? before.filter((id) => id !== shift_id)
    : [...before, shift_id].slice(0, MOST_SHIFTS_AT_ONCE)
  const next = { event_id, shift_ids }
  $choice.set(next)
  keepInTab(KEPT_AS, next)
}

const listChosen = (choice: Choice, event_id: string) =>
  choice.event_id === event_id ? choice.shift_ids : NO_CHOICE.shift_ids

function readChoice(): Choice {
  const kept = readFromTab(KEPT_AS)
  return isChoice(kept) ? kept : NO_CHOICE
}

function isChoice(kept: unknown): kept is Choice {
  return (
    typeof kept === 'object' &&
    kept !== null &&
    'event_id' in kept &&
    'shift_ids' in kept &&
    Array.isArray(kept.shift_ids)
  )
}

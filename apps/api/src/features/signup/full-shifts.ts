import { isOver } from '@muster/contract/rules/shift-phase'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../../deps.ts'

/** Longest time in ms that a shift is called full after a transaction has seen it (D13). */
const MAX_AGE_MS = 200
const MAX_SHIFTS = 10_000

export type FullShifts = {
  has(shift_id: string): boolean
  /** A transaction has just found this shift full. */
  mark(shift: { id: string; end_dt: string }): void
}

/** Shifts that are refused without a lock (D15), until a change of theirs is announced or the mark is too old. */
export function openFullShifts({ bus, now }: Pick<Deps, 'bus' | 'now'>): FullShifts {
  const found = new LRUCache<string, { at: number; end_dt: string }>({ max: MAX_SHIFTS })
  bus.subscribe((announcement) => {
    if (announcement.kind === 'resync') found.clear()
    if (announcement.kind !== 'shifts') return
    if (announcement.shift_ids.length === 0) found.clear()
    for (const id of announcement.shift_ids) found.delete(id)
  })
  return {
    has(shift_id) {
      const full = found.get(shift_id)
      if (!full) return false
      const time = now()
      // D13: "over" comes before "full".
      return Date.parse(time) - full.at < MAX_AGE_MS && !isOver(full, time)
    },
    mark: ({ id, end_dt }) => void found.set(id, { at: Date.parse(now()), end_dt }),
  }
}

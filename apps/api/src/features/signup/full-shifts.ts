import { isSignupOver } from '@muster/contract/rules/shift-phase'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../at-most.ts'
import type { Deps } from '../../deps.ts'

/** Milliseconds during which a shift that a transaction found full is called full without a lock (D13). */
export const MAX_AGE = 200
const MAX_SHIFTS = 10_000

type FullShift = { start_dt: string; end_dt: string; late_signup: boolean }

export type FullShifts = {
  has(shift_id: string): boolean
  mark(shift: FullShift & { id: string }): void
}

export function openFullShifts({ bus, now }: Pick<Deps, 'bus' | 'now'>): FullShifts {
  const shifts = new LRUCache<string, FullShift>({
    ...atMost(MAX_SHIFTS),
    ttl: MAX_AGE,
    ttlResolution: 0,
    perf: { now: () => Date.parse(now()) },
  })
  bus.subscribe((announcement) => {
    if (announcement.kind === 'resync') shifts.clear()
    if (announcement.kind !== 'shifts') return
    if (announcement.shift_ids.length === 0) shifts.clear()
    for (const id of announcement.shift_ids) shifts.delete(id)
  })
  return {
    has(shift_id) {
      const shift = shifts.get(shift_id)
      // A shift that is over must not be called full: "over" comes before "full" (D13).
      return shift !== undefined && !isSignupOver(shift, shift, now())
    },
    mark: ({ id, start_dt, end_dt, late_signup }) => void shifts.set(id, { start_dt, end_dt, late_signup }),
  }
}

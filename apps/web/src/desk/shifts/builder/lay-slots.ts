import type { Event } from '@muster/contract/events'
import { HOUR_MS } from '@muster/contract/rules/instants'
import { listDays } from '@muster/contract/rules/list-days'
import type { Shift } from '@muster/contract/shifts'
import type { ListedSlot } from './use-chosen-slots.ts'

/** `left` and `width` are shares of the day's hours in percent; `row` counts from 1. */
export type SlotBlock = {
  key: string
  needed: number
  isNew: boolean
  left: number
  width: number
  row: number
}
export type SlotLane = { role_id: string; name: string; blocks: SlotBlock[]; rows: number }
export type SlotDay = { hours: number[]; lanes: SlotLane[] }

type Span = { key: string; role_id: string; needed: number; isNew: boolean; start: number; end: number }

/** Groups the new slots of a day and the shifts that touch the day, by role. Hours are instants in ms. */
export function laySlots(
  event: Event,
  day: string,
  { listed, shifts }: { listed: readonly ListedSlot[]; shifts: readonly Shift[] },
): SlotDay {
  const touches = (start_dt: string, end_dt: string) =>
    listDays(start_dt, end_dt, event.time_zone).includes(day)
  const spans: Span[] = [
    ...listed
      .filter(({ slot, isOut }) => !isOut && slot.day === day)
      .map(({ slot, key }) => ({ key, ...spanOf(slot), isNew: true })),
    ...shifts
      .filter(({ start_dt, end_dt }) => touches(start_dt, end_dt))
      .map((shift) => ({ key: shift.id, ...spanOf(shift), isNew: false })),
  ].toSorted((a, b) => a.start - b.start || a.end - b.end)
  const first = Math.floor(Math.min(...spans.map(({ start }) => start)) / HOUR_MS)
  const last = Math.ceil(Math.max(...spans.map(({ end }) => end)) / HOUR_MS)
  const hours =
    spans.length === 0 ? [] : Array.from({ length: last - first }, (_, at) => (first + at) * HOUR_MS)
  const share = (ms: number) => (ms / HOUR_MS / (last - first)) * 100
  const lanes = event.roles.flatMap(({ id, name }) => {
    const ends: number[] = []
    const blocks = spans
      .filter(({ role_id }) => role_id === id)
      .map(({ key, needed, isNew, start, end }) => {
        const free = ends.findIndex((before) => before <= start)
        const row = free < 0 ? ends.length : free
        ends[row] = end
        return {
          key,
          needed,
          isNew,
          left: share(start - first * HOUR_MS),
          width: share(end - start),
          row: row + 1,
        }
      })
    return blocks.length === 0 ? [] : [{ role_id: id, name, blocks, rows: ends.length }]
  })
  return { hours, lanes }
}

function spanOf(shift: { role_id: string; required_qty: number; start_dt: string; end_dt: string }) {
  return {
    role_id: shift.role_id,
    needed: shift.required_qty,
    start: Date.parse(shift.start_dt),
    end: Date.parse(shift.end_dt),
  }
}

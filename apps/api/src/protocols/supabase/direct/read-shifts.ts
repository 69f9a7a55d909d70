import { type DirectShift, direct } from '@muster/contract/direct'
import { LRUCache } from 'lru-cache'
import type { PublicAnswer } from '../../../features/events/public-event.ts'
import { pick, type Select } from './read-query.ts'

type ShiftColumn = 'id' | 'event_id' | 'role_id' | 'start_dt' | 'end_dt' | 'required_qty'
type ShiftSelect = Select<ShiftColumn, 'id' | 'event_id'>

const CACHED_BYTES = 16 * 1024 * 1024

/** Reads the shifts from the cached public event, without a query. Returns none for an unknown event. */
export function listShifts(
  answer: PublicAnswer | undefined,
  { columns, of_role }: ShiftSelect,
  most = Number.POSITIVE_INFINITY,
): DirectShift[] {
  if (!answer) return []
  const event_id = answer.event.id
  const shifts = answer.event.roles.flatMap((role) => role.shifts)
  return shifts.slice(0, most).map((shift) => {
    const role = { id: shift.role_id, event_id }
    return {
      ...pick({ ...shift, event_id }, columns),
      ...(of_role && { role: pick(role, of_role) }),
    }
  })
}

/** Caches the JSON, because writing it takes 8 ms for 1,000 shifts. */
export function createShiftsJson(): (answer: PublicAnswer | undefined, select: ShiftSelect) => string {
  const cached = new LRUCache<string, string>({
    maxSize: CACHED_BYTES,
    sizeCalculation: (json) => json.length,
  })

  return (answer, { columns, of_role }) => {
    const select = { columns: inOneOrder(columns), of_role: of_role && inOneOrder(of_role) }
    const key = JSON.stringify([answer?.content_hash, select])
    const known = cached.get(key)
    if (known !== undefined) return known
    const json = JSON.stringify(direct.readShifts.responses[200].parse(listShifts(answer, select)))
    cached.set(key, json)
    return json
  }
}

/** Sorts the columns, so that other spellings make no more cache entries. */
const inOneOrder = <Column extends string>(columns: readonly Column[]): Column[] =>
  [...new Set(columns)].toSorted()

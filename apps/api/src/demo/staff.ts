import { addMs, DAY_MS } from '@muster/contract/rules/instants'
import { answerDeadline } from '@muster/contract/rules/invite-expiry'
import { isOver } from '@muster/contract/rules/shift-phase'
import { overlaps } from '@muster/contract/rules/time-conflict'
import { terms } from '@muster/contract/terms'
import type { assignment, waiting } from '../db/schema.ts'
import { calendarUid } from '../mail/calendar-entry.ts'
import type { DemoIds } from './ids.ts'
import type { Sequence } from './sequence.ts'

export type PlannedShift = {
  id: string
  role_name: string
  start_dt: string
  end_dt: string
  required_qty: number
}
type AssignmentRow = typeof assignment.$inferInsert
type Status = AssignmentRow['status']
type SeedContext = { organization_id: string; now: string; sequence: Sequence; newId: DemoIds }

/** Fills shifts in turn: full, one place left, half full, only invitations, empty. Past ones get an ABSENT person. */
export function staffShifts(
  shifts: readonly PlannedShift[],
  people: readonly { id: string; phone: string | null }[],
  { organization_id, now, sequence, newId }: SeedContext,
): AssignmentRow[] {
  const busy = new Map<string, PlannedShift[]>()
  let next = 0

  function findFree(shift: PlannedShift) {
    for (let tries = 0; tries < people.length; tries++) {
      const person = people[next++ % people.length]
      if (!person) return undefined
      const others = busy.get(person.id) ?? []
      if (others.some((other) => overlaps(other, shift))) continue
      busy.set(person.id, [...others, shift])
      return person
    }
    return undefined
  }

  return shifts.flatMap((shift, index) =>
    statusesOf(shift, index, now).flatMap((status, place) => {
      const person = findFree(shift)
      if (!person) return []
      const id = newId('assignment')
      const from_signup = status === 'CONFIRMED' && place % 2 === 0
      const sent_at = daysBefore(now, (index + place) % 4 === 0 ? 9 : 1 + sequence.below(4))
      const asked = !from_signup && (status !== 'INVITED' || place % 5 !== 4)
      return [
        {
          organization_id,
          id,
          shift_id: shift.id,
          person_id: person.id,
          status,
          source: from_signup ? ('signup' as const) : ('admin' as const),
          ...answerDeadline(asked ? sent_at : now, shift),
          invite_sent_at: asked ? sent_at : null,
          invite_method: asked
            ? person.phone
              ? sequence.pick(['EMAIL', 'SMS', 'BOTH'] as const)
              : 'EMAIL'
            : null,
          responded_at:
            status === 'INVITED'
              ? null
              : daysBefore(now, from_signup ? 1 + ((index * 3 + place * 5) % 20) : 1),
          calendar_uid: calendarUid(id, shift),
        },
      ]
    }),
  )
}

const CASES = 6

function statusesOf(shift: PlannedShift, index: number, now: string): Status[] {
  const { required_qty } = shift
  if (isOver(shift, now)) return [...times(required_qty - 1, 'CONFIRMED'), 'ABSENT']
  switch (index % CASES) {
    case 0:
      return times(required_qty, 'CONFIRMED')
    case 1:
      return [
        ...times(Math.ceil(required_qty / 3), 'CONFIRMED'),
        ...times(required_qty - 2, 'INVITED'),
        'DECLINED',
      ]
    case 2:
      return times(required_qty - 1, 'CONFIRMED')
    case 3:
      return [...times(Math.floor(required_qty / 2), 'CONFIRMED'), 'INVITED']
    case 4:
      return ['INVITED', 'DECLINED']
    default:
      return []
  }
}

/** D44: two people wait for a place on the second full shift, if the event has one. */
export function queueForShift(
  shifts: readonly PlannedShift[],
  staffed: readonly AssignmentRow[],
  people: readonly { id: string }[],
  { organization_id, now, newId }: Omit<SeedContext, 'sequence'>,
): (typeof waiting.$inferInsert)[] {
  const shift = shifts[CASES]
  if (!shift) return []
  const on_shift = new Set(staffed.flatMap((row) => (row.shift_id === shift.id ? row.person_id : [])))
  const free = people.filter(({ id }) => !on_shift.has(id))
  return free.slice(-2).map(({ id: person_id }, index) => {
    const queued_at = daysBefore(now, 2 - index)
    return {
      organization_id,
      id: newId('waiting'),
      shift_id: shift.id,
      person_id,
      status: 'WAITING' as const,
      queued_at,
      terms_version: terms.version,
      terms_accepted_at: queued_at,
    }
  })
}

const times = (count: number, status: Status): Status[] =>
  Array.from({ length: Math.max(0, count) }, () => status)

const daysBefore = (now: string, days: number) => addMs(now, -days * DAY_MS)

import { answerDeadline, type ShiftTimes } from '@muster/contract/rules/invite-expiry'
import type { assignment } from '../../db/schema.ts'
import { calendarUid } from '../../mail/calendar-entry.ts'

export type NewRow = Omit<typeof assignment.$inferInsert, 'organization_id' | 'source' | 'status'>

type OfNewRow = {
  id: string
  shift: { id: string } & ShiftTimes
  role_name: string
  person_id: string
  now: string
}

/** The deadline of a shift that is over is in the past: such an assignment is for the record only. */
export function newRow({ id, shift, role_name, person_id, now }: OfNewRow): NewRow {
  return {
    id,
    shift_id: shift.id,
    person_id,
    ...answerDeadline(now, shift),
    calendar_uid: calendarUid(id, { start_dt: shift.start_dt, role_name }),
  }
}

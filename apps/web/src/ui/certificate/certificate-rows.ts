import type { WorkedShift } from '@muster/contract/hours'
import { dayInZone } from '@muster/contract/rules/zone'

export type CertifiedShift = Pick<WorkedShift, 'start_dt' | 'end_dt' | 'worked_minutes'> & {
  event: Omit<WorkedShift['event'], 'id'> & { id: string }
  role: { name: string }
}

/** `minutes` are rounded to half hours. */
export type CertificateRow = {
  start_dt: string
  end_dt: string
  roles: string[]
  event: CertifiedShift['event']
  minutes: number
}

const HALF_HOUR = 30

/** D56: the shifts of a day at one event are one row. The sum is that of the rounded rows, so that it adds up on paper. */
export function buildCertificateRows(shifts: readonly CertifiedShift[]): CertificateRow[] {
  const rows = new Map<string, CertificateRow>()
  const worked = shifts.filter(({ worked_minutes }) => worked_minutes > 0)
  for (const { event, role, start_dt, end_dt, worked_minutes } of worked.toSorted(byStart)) {
    const key = `${event.id} ${dayInZone(start_dt, event.time_zone)}`
    const row = rows.get(key) ?? { start_dt, end_dt, roles: [], event, minutes: 0 }
    rows.set(key, {
      ...row,
      end_dt: end_dt > row.end_dt ? end_dt : row.end_dt,
      roles: [...new Set([...row.roles, role.name])],
      minutes: row.minutes + worked_minutes,
    })
  }
  return [...rows.values()].map((row) => ({
    ...row,
    minutes: Math.max(HALF_HOUR, Math.round(row.minutes / HALF_HOUR) * HALF_HOUR),
  }))
}

const byStart = (a: CertifiedShift, b: CertifiedShift) => Date.parse(a.start_dt) - Date.parse(b.start_dt)

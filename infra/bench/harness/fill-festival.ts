import type { Db } from '../../../apps/api/src/db/client.ts'
import { newId } from '../../../apps/api/src/db/ids.ts'
import { event, organization, role, shift } from '../../../apps/api/src/db/schema.ts'
import { DAY_MS, HOUR_MS } from '../../../packages/contract/src/rules/instants.ts'

const SHIFTS_PER_DAY = 6
const ROLES = ['Entré', 'Kafé', 'Parkering', 'Scenvärd', 'Barnens hörna', 'Sjukvård']

/** Creates free shifts of two hours, six times a day from 08:00, of six roles, from a Saturday on. */
export async function fillFestival(db: Db, shifts: number): Promise<string> {
  const organization_id = newId()
  const event_id = newId()
  const time_zone = 'UTC'
  const start = nextSaturday()
  const roles = ROLES.map((name) => ({ organization_id, event_id, id: newId(), name }))
  const planned = Array.from({ length: shifts }, (_, at) => {
    const turn = Math.floor(at / ROLES.length)
    const begin =
      start + Math.floor(turn / SHIFTS_PER_DAY) * DAY_MS + (8 + 2 * (turn % SHIFTS_PER_DAY)) * HOUR_MS
    return {
      organization_id,
      event_id,
      id: newId(),
      role_id: roles[at % roles.length]?.id ?? '',
      start_dt: new Date(begin).toISOString(),
      end_dt: new Date(begin + 2 * HOUR_MS).toISOString(),
      required_qty: 4,
    }
  })
  const last = planned.at(-1)
  if (!last) throw new Error('A festival has shifts.')
  await db.system(async (tx) => {
    await tx
      .insert(organization)
      .values({ id: organization_id, name: 'Solsidan', time_zone, language: 'en', country: 'SE' })
    await tx.insert(event).values({
      organization_id,
      id: event_id,
      name: `Festival with ${shifts} shifts`,
      location: 'Stadsparken, Lund',
      event_date_start: new Date(start).toISOString(),
      event_date_end: last.end_dt,
      time_zone,
    })
    await tx.insert(role).values(roles)
    await tx.insert(shift).values(planned)
  })
  return event_id
}

/** Returns midnight UTC of a Saturday more than a week ahead. */
function nextSaturday(): number {
  const week = new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS + 7 * DAY_MS)
  return week.getTime() + ((6 - week.getUTCDay() + 7) % 7) * DAY_MS
}

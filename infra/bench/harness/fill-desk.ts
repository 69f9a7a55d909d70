import { newId } from '../../../apps/api/src/db/ids.ts'
import { assignment, event, person, role, shift } from '../../../apps/api/src/db/schema.ts'
import type { Deps } from '../../../apps/api/src/deps.ts'
import { createAdministrator } from '../../../apps/api/src/features/session/create-administrator.ts'
import { HOUR_MS } from '../../../packages/contract/src/rules/instants.ts'

export type Desk = {
  organization_id: string
  event_id: string
  administrator: { email: string; password: string }
}

const PEOPLE_PER_SHIFT = 10
const SHIFTS_PER_DAY = 100
/** Number of rows per insert. PostgreSQL takes at most 65,535 parameters in one statement. */
const ROWS_AT_ONCE = 3_000

/** Puts ten people on each shift, without time conflicts. */
export async function fillDesk(
  { db, now }: Deps,
  { shifts, people }: { shifts: number; people: number },
): Promise<Desk> {
  const administrator = { email: `${newId()}@muster.example`, password: 'five thousand shifts' }
  const organization = { name: `Desk ${shifts}`, time_zone: 'Europe/Stockholm', country: 'SE' }
  const created = await createAdministrator(
    { db },
    { ...administrator, language: 'en', organization: { ...organization, language: 'en' } },
  )
  if (!created) throw new Error(`${administrator.email} is there already`)
  const { organization_id } = created
  const event_id = newId()
  const first = Date.parse(`${now().slice(0, 10)}T06:00:00Z`) + 24 * HOUR_MS
  const days = Math.ceil(shifts / SHIFTS_PER_DAY)

  const roles = Array.from({ length: 10 }, (_, at) => ({
    organization_id,
    event_id,
    id: newId(),
    name: `Role ${at + 1}`,
  }))
  const persons = Array.from({ length: people }, (_, at) => ({
    organization_id,
    id: newId(),
    first_name: FIRST[at % FIRST.length] ?? '',
    last_name: `${LAST[Math.floor(at / FIRST.length) % LAST.length] ?? ''} ${Math.floor(at / 400) + 1}`,
    email: `person-${at}@volunteer.example`,
    phone: `+4670${String(1_000_000 + at)}`,
    identity_key: `person-${at}`,
  }))
  const planned = Array.from({ length: shifts }, (_, at) => {
    const start = first + Math.floor(at / SHIFTS_PER_DAY) * 24 * HOUR_MS
    const hour = Math.floor((at % SHIFTS_PER_DAY) / roles.length)
    return {
      organization_id,
      event_id,
      id: newId(),
      role_id: roles[at % roles.length]?.id ?? '',
      start_dt: iso(start + hour * HOUR_MS),
      end_dt: iso(start + (hour + 3) * HOUR_MS),
      required_qty: PEOPLE_PER_SHIFT - 1 + (at % 3),
    }
  })
  const assignments = planned.flatMap((each, at) =>
    Array.from({ length: PEOPLE_PER_SHIFT }, (_, place) => {
      const id = newId()
      return {
        organization_id,
        id,
        shift_id: each.id,
        person_id: persons[(at * PEOPLE_PER_SHIFT + place) % people]?.id ?? '',
        status: place < 8 || at % 3 === 0 ? ('CONFIRMED' as const) : ('INVITED' as const),
        source: 'admin' as const,
        token_expires_at: iso(first + days * 24 * HOUR_MS),
        uncapped_expires_at: iso(first + days * 24 * HOUR_MS),
        expiry_set_at: now(),
        invite_sent_at: now(),
        invite_method: 'EMAIL' as const,
        calendar_uid: `${id}@muster`,
      }
    }),
  )

  await db.system(async (tx) => {
    await tx.insert(event).values({
      organization_id,
      id: event_id,
      name: `Event of ${shifts} shifts`,
      event_date_start: iso(first),
      event_date_end: iso(first + days * 24 * HOUR_MS),
      time_zone: organization.time_zone,
    })
    await tx.insert(role).values(roles)
    for (const rows of inParts(persons)) await tx.insert(person).values(rows)
    for (const rows of inParts(planned)) await tx.insert(shift).values(rows)
    for (const rows of inParts(assignments)) await tx.insert(assignment).values(rows)
  })
  await db.pool.query('analyze')
  return { organization_id, event_id, administrator }
}

const iso = (ms: number) => new Date(ms).toISOString()

function inParts<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, at) =>
    rows.slice(at * ROWS_AT_ONCE, (at + 1) * ROWS_AT_ONCE),
  )
}

const FIRST =
  'Anna Åsa Björn Carin David Elin Fredrik Gunilla Hanna Ivar Johan Karin Lars Maria Nils Olle Per Sara Tove Zoë'.split(
    ' ',
  )
const LAST =
  'Andersson Öberg Ek Lind Berg Ström Nyman Holm Sandberg Åkesson Dahl Falk Gren Hägg Ivarsson Kvist Lund Moberg Norén Palm'.split(
    ' ',
  )

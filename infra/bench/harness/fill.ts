import type { Db, Tx } from '../../../apps/api/src/db/client.ts'
import { newId } from '../../../apps/api/src/db/ids.ts'
import {
  assignment,
  event,
  idempotencyKey,
  message,
  organization,
  person,
  role,
  shift,
} from '../../../apps/api/src/db/schema.ts'
import type { Deps } from '../../../apps/api/src/deps.ts'
import { createAdministrator } from '../../../apps/api/src/features/session/create-administrator.ts'
import { addMs, DAY_MS, HOUR_MS } from '../../../packages/contract/src/rules/instants.ts'

/* Organisations of the sizes that are measured. */

export type Opening = { organization_id: string; event_id: string; shift_ids: string[] }

export type Desk = {
  organization_id: string
  event_id: string
  administrator: { email: string; password: string }
}

type OpeningOptions = {
  shifts: number
  required_qty: number
  /** Number of people already on each shift, each with the message and the key of their sign-up. */
  names: number
}

/** Creates an opening without gathering statistics, as for a new organisation. */
export async function fillOpening(db: Db, { shifts, required_qty, names }: OpeningOptions): Promise<Opening> {
  const organization_id = newId()
  const start = new Date(Date.now() + 72 * HOUR_MS).toISOString()
  const people = Array.from({ length: shifts * names }, (_, at) => ({
    organization_id,
    id: newId(),
    first_name: `First ${at}`,
    last_name: `Volunteer ${at}`,
    email: `first-${at}@volunteer.example`,
    identity_key: `first-${at}`,
  }))
  return db.system(async (tx) => {
    await insertOrganization(tx, { id: organization_id, name: 'Opening night', language: 'sv' })
    const { event_id, planned } = await insertEvent(tx, organization_id, {
      name: 'Festival',
      roles: listRoles(),
      shifts: Array.from({ length: shifts }, (_, at) => ({
        start_dt: addMs(start, at * HOUR_MS),
        end_dt: addMs(start, (at + 2) * HOUR_MS),
        required_qty,
      })),
    })
    const assignments = people.map(({ id: person_id }, at) => ({
      ...newAssignment(organization_id, start),
      shift_id: planned[at % shifts]?.id ?? '',
      person_id,
      status: 'CONFIRMED' as const,
      source: 'signup' as const,
    }))
    const messages = people.map(({ id: person_id, email: address }) => ({
      organization_id,
      id: newId(),
      person_id,
      channel: 'EMAIL' as const,
      template: 'confirmation',
      payload: {},
      language: 'sv',
      address,
      body_text: '',
      status: 'SENT' as const,
    }))
    const keys = assignments.map(({ id: key, shift_id: scope_id }) => ({
      organization_id,
      scope_id,
      key,
      body_hash: key,
      answer: {},
    }))
    for (const rows of inParts(people)) await tx.insert(person).values(rows)
    for (const rows of inParts(assignments)) await tx.insert(assignment).values(rows)
    for (const rows of inParts(messages)) await tx.insert(message).values(rows)
    for (const rows of inParts(keys)) await tx.insert(idempotencyKey).values(rows)
    return { organization_id, event_id, shift_ids: planned.map(({ id }) => id) }
  })
}

/** Creates 200 other organisations and gathers their statistics, from which the planner judges the next one. */
export async function fillOthers(db: Db): Promise<void> {
  for (let made = 0; made < 200; made++) await fillOpening(db, { shifts: 5, required_qty: 5, names: 4 })
  await db.pool.query('analyze')
}

/** Creates free shifts of two hours, six times a day from 08:00, of six roles, from a Saturday on. Returns the event's id. */
export async function fillFestival(db: Db, shifts: number): Promise<string> {
  const organization_id = newId()
  const roles = ['Entré', 'Kafé', 'Parkering', 'Scenvärd', 'Barnens hörna', 'Sjukvård']
  const start = nextSaturday()
  return db.system(async (tx) => {
    await insertOrganization(tx, { id: organization_id, name: 'Solsidan', language: 'en', time_zone: 'UTC' })
    const { event_id } = await insertEvent(tx, organization_id, {
      name: `Festival with ${shifts} shifts`,
      location: 'Stadsparken, Lund',
      time_zone: 'UTC',
      roles,
      shifts: Array.from({ length: shifts }, (_, at) => {
        const turn = Math.floor(at / roles.length)
        const start_dt = addMs(start, Math.floor(turn / 6) * DAY_MS + (8 + 2 * (turn % 6)) * HOUR_MS)
        return { start_dt, end_dt: addMs(start_dt, 2 * HOUR_MS), required_qty: 4 }
      }),
    })
    return event_id
  })
}

const PEOPLE_PER_SHIFT = 10
const SHIFTS_PER_DAY = 100

/** Puts ten people on each shift, without time conflicts. */
export async function fillDesk(
  { db, now }: Deps,
  { shifts, people }: { shifts: number; people: number },
): Promise<Desk> {
  const administrator = { email: `${newId()}@muster.example`, password: 'five thousand shifts' }
  const created = await createAdministrator(
    { db },
    {
      ...administrator,
      language: 'en',
      organization: { name: `Desk ${shifts}`, time_zone: ZONE, country: 'SE', language: 'en' },
    },
  )
  if (!created) throw new Error(`${administrator.email} is there already`)
  const { organization_id } = created
  const roles = listRoles()
  const first = addMs(`${now().slice(0, 10)}T06:00:00.000Z`, DAY_MS)
  const end = addMs(first, Math.ceil(shifts / SHIFTS_PER_DAY) * DAY_MS)
  const persons = Array.from({ length: people }, (_, at) => ({
    organization_id,
    id: newId(),
    first_name: FIRST[at % FIRST.length] ?? '',
    last_name: `${LAST[Math.floor(at / FIRST.length) % LAST.length] ?? ''} ${Math.floor(at / 100) + 1}`,
    email: `person-${at}@volunteer.example`,
    phone: `+4670${String(1_000_000 + at)}`,
    identity_key: `person-${at}`,
  }))
  const event_id = await db.system(async (tx) => {
    const made = await insertEvent(tx, organization_id, {
      name: `Event of ${shifts} shifts`,
      roles,
      shifts: Array.from({ length: shifts }, (_, at) => {
        const hour = Math.floor((at % SHIFTS_PER_DAY) / roles.length)
        const start_dt = addMs(first, Math.floor(at / SHIFTS_PER_DAY) * DAY_MS + hour * HOUR_MS)
        return {
          start_dt,
          end_dt: addMs(start_dt, 3 * HOUR_MS),
          required_qty: PEOPLE_PER_SHIFT - 1 + (at % 3),
        }
      }),
    })
    const assignments = made.planned.flatMap(({ id: shift_id }, at) =>
      Array.from({ length: PEOPLE_PER_SHIFT }, (_, place) => ({
        ...newAssignment(organization_id, end),
        shift_id,
        person_id: persons[(at * PEOPLE_PER_SHIFT + place) % people]?.id ?? '',
        status: place < 8 || at % 3 === 0 ? ('CONFIRMED' as const) : ('INVITED' as const),
        source: 'admin' as const,
        expiry_set_at: now(),
        invite_sent_at: now(),
        invite_method: 'EMAIL' as const,
      })),
    )
    for (const rows of inParts(persons)) await tx.insert(person).values(rows)
    for (const rows of inParts(assignments)) await tx.insert(assignment).values(rows)
    return made.event_id
  })
  await db.pool.query('analyze')
  return { organization_id, event_id, administrator }
}

const ZONE = 'Europe/Stockholm'

function insertOrganization(
  tx: Tx,
  {
    time_zone = ZONE,
    ...given
  }: Pick<typeof organization.$inferInsert, 'id' | 'name' | 'language'> & { time_zone?: string },
) {
  return tx.insert(organization).values({ ...given, time_zone, country: 'SE' })
}

type EventOptions = {
  name: string
  location?: string
  time_zone?: string
  roles: readonly string[]
  /** In order of time. They take turns in the roles. */
  shifts: readonly { start_dt: string; end_dt: string; required_qty: number }[]
}

async function insertEvent(
  tx: Tx,
  organization_id: string,
  { roles: names, shifts, time_zone = ZONE, ...given }: EventOptions,
) {
  const event_id = newId()
  const roles = names.map((name) => ({ organization_id, event_id, id: newId(), name }))
  const planned = shifts.map((times, at) => ({
    organization_id,
    event_id,
    id: newId(),
    role_id: roles[at % roles.length]?.id ?? '',
    ...times,
  }))
  await tx.insert(event).values({
    organization_id,
    id: event_id,
    event_date_start: shifts[0]?.start_dt ?? '',
    event_date_end: shifts.at(-1)?.end_dt ?? '',
    time_zone,
    ...given,
  })
  await tx.insert(role).values(roles)
  for (const rows of inParts(planned)) await tx.insert(shift).values(rows)
  return { event_id, planned }
}

const listRoles = () => Array.from({ length: 10 }, (_, at) => `Role ${at + 1}`)

function newAssignment(organization_id: string, until: string) {
  const id = newId()
  const expiry = { token_expires_at: until, uncapped_expires_at: until, expiry_set_at: until }
  return { organization_id, id, calendar_uid: `${id}@muster`, ...expiry }
}

/** Returns midnight UTC of a Saturday more than a week ahead. */
function nextSaturday(): string {
  const week = new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS + 7 * DAY_MS)
  return addMs(week.toISOString(), ((6 - week.getUTCDay() + 7) % 7) * DAY_MS)
}

/** Number of rows per insert. PostgreSQL takes at most 65,535 parameters in one statement. */
const ROWS_AT_ONCE = 2_000

function inParts<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, at) =>
    rows.slice(at * ROWS_AT_ONCE, (at + 1) * ROWS_AT_ONCE),
  )
}

const FIRST = ['Anna', 'Åsa', 'Björn', 'Carin', 'David', 'Elin', 'Fredrik', 'Gunilla', 'Tove', 'Zoë']
const LAST = ['Andersson', 'Öberg', 'Ek', 'Lind', 'Ström', 'Nyman', 'Åkesson', 'Hägg', 'Norén', 'Palm']

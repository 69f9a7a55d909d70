import type { Db } from '../../../apps/api/src/db/client.ts'
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
import { HOUR_MS } from '../../../packages/contract/src/rules/instants.ts'

export type Opening = { organization_id: string; event_id: string; shift_ids: string[] }

type Options = {
  shifts: number
  required_qty: number
  /** Number of people already on each shift, each with the message and the key of their sign-up. */
  names: number
}

const ROWS_AT_ONCE = 2_000

/** Creates an opening without gathering statistics, as for a new organisation. */
export async function fillOpening(db: Db, { shifts, required_qty, names }: Options): Promise<Opening> {
  const organization_id = newId()
  const event_id = newId()
  const start = Date.now() + 72 * HOUR_MS
  const time_zone = 'Europe/Stockholm'
  const roles = Array.from({ length: 10 }, (_, at) => ({
    organization_id,
    event_id,
    id: newId(),
    name: `Role ${at + 1}`,
  }))
  const planned = Array.from({ length: shifts }, (_, at) => ({
    organization_id,
    event_id,
    id: newId(),
    role_id: roles[at % roles.length]?.id ?? '',
    start_dt: iso(start + at * HOUR_MS),
    end_dt: iso(start + (at + 2) * HOUR_MS),
    required_qty,
  }))
  const people = Array.from({ length: shifts * names }, (_, at) => ({
    organization_id,
    id: newId(),
    first_name: `First ${at}`,
    last_name: `Volunteer ${at}`,
    email: `first-${at}@volunteer.example`,
    identity_key: `first-${at}`,
  }))
  const assignments = people.map(({ id: person_id }, at) => {
    const id = newId()
    return {
      organization_id,
      id,
      shift_id: planned[at % shifts]?.id ?? '',
      person_id,
      status: 'CONFIRMED' as const,
      source: 'signup' as const,
      token_expires_at: iso(start),
      uncapped_expires_at: iso(start),
      expiry_set_at: iso(start),
      calendar_uid: `${id}@muster`,
    }
  })
  const messages = people.map(({ id: person_id, email: address }) => ({
    organization_id,
    id: newId(),
    person_id,
    channel: 'EMAIL' as const,
    template: 'confirmation',
    facts: {},
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

  await db.system(async (tx) => {
    await tx
      .insert(organization)
      .values({ id: organization_id, name: 'Opening night', time_zone, language: 'sv', country: 'SE' })
    await tx.insert(event).values({
      organization_id,
      id: event_id,
      name: 'Festival',
      event_date_start: iso(start),
      event_date_end: iso(start + (shifts + 2) * HOUR_MS),
      time_zone,
    })
    await tx.insert(role).values(roles)
    await tx.insert(shift).values(planned)
    for (const rows of inParts(people)) await tx.insert(person).values(rows)
    for (const rows of inParts(assignments)) await tx.insert(assignment).values(rows)
    for (const rows of inParts(messages)) await tx.insert(message).values(rows)
    for (const rows of inParts(keys)) await tx.insert(idempotencyKey).values(rows)
  })
  return { organization_id, event_id, shift_ids: planned.map(({ id }) => id) }
}

/** Creates other organisations and gathers their statistics, from which the planner judges the next one. */
export async function fillOthers(db: Db): Promise<void> {
  for (let made = 0; made < OTHERS; made++) await fillOpening(db, { shifts: 5, required_qty: 5, names: 4 })
  await db.pool.query('analyze')
}

const OTHERS = 200

const iso = (ms: number) => new Date(ms).toISOString()

function inParts<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, at) =>
    rows.slice(at * ROWS_AT_ONCE, (at + 1) * ROWS_AT_ONCE),
  )
}

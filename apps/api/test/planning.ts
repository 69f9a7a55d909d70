import { identityKey, searchText } from '@muster/contract/rules/fold'
import { addMs, HOUR_MS } from '@muster/contract/rules/instants'
import type { OrgId, Tx } from '../src/db/client.ts'
import { newId } from '../src/db/ids.ts'
import { reminderDue } from '../src/db/reminder-due.ts'
import * as schema from '../src/db/schema.ts'
import type { Deps } from '../src/deps.ts'

/* Inserts rows directly, bypassing all rules. Prerequisites that are not given are inserted too. */

type Given = Pick<Deps, 'db' | 'now'>
type Row<T> = T & { organization_id: OrgId }

export type EventRow = Row<typeof schema.event.$inferSelect>
export type RoleRow = Row<typeof schema.role.$inferSelect>
export type ShiftRow = Row<typeof schema.shift.$inferSelect>
type Phoned = Row<typeof schema.person.$inferSelect>
/** As most people are: with an e-mail address. */
export type PersonRow = Phoned & { email: string }
export type AssignmentRow = Row<typeof schema.assignment.$inferSelect>

export const hoursAfter = (instant: string, hours: number) => addMs(instant, hours * HOUR_MS)

export async function buildOrganization(
  { db }: Given,
  given: Partial<Omit<typeof schema.organization.$inferInsert, 'id'>> = {},
): Promise<{ id: OrgId; name: string }> {
  const id = mint(newId())
  const row = {
    id,
    name: 'Sommarfesten',
    time_zone: 'Europe/Stockholm',
    language: 'sv' as const,
    country: 'SE',
    ...given,
  }
  await db.system((tx) => tx.insert(schema.organization).values(row))
  return { id, name: row.name }
}

export async function buildEvent(
  deps: Given,
  given: Partial<typeof schema.event.$inferInsert> = {},
): Promise<EventRow> {
  const organization_id = given.organization_id ?? (await buildOrganization(deps)).id
  const event_date_start = given.event_date_start ?? hoursAfter(deps.now(), 72)
  return insertOne(deps, (tx) =>
    tx
      .insert(schema.event)
      .values({
        id: newId(),
        name: 'Sommarfest',
        event_date_start,
        event_date_end: hoursAfter(event_date_start, 48),
        time_zone: 'Europe/Stockholm',
        ...given,
        organization_id,
      })
      .returning(),
  )
}

type RoleGiven = Partial<typeof schema.role.$inferInsert> & { event?: EventRow }

export async function buildRole(deps: Given, { event, ...given }: RoleGiven = {}): Promise<RoleRow> {
  const { organization_id, id: event_id } = event ?? (await buildEvent(deps, pickOrganization(given)))
  return insertOne(deps, (tx) =>
    tx
      .insert(schema.role)
      .values({ id: newId(), name: 'Kafé', ...given, organization_id, event_id })
      .returning(),
  )
}

type ShiftGiven = Partial<typeof schema.shift.$inferInsert> & { role?: RoleRow }

export async function buildShift(deps: Given, { role, ...given }: ShiftGiven = {}): Promise<ShiftRow> {
  const { organization_id, event_id, id: role_id } = role ?? (await buildRole(deps, pickOrganization(given)))
  const start_dt = given.start_dt ?? hoursAfter(deps.now(), 72)
  return insertOne(deps, (tx) =>
    tx
      .insert(schema.shift)
      .values({
        id: newId(),
        start_dt,
        end_dt: hoursAfter(start_dt, 2),
        required_qty: 5,
        reminder_due_at: reminderDue({ event_id, start_dt }, deps.now()),
        ...given,
        organization_id,
        event_id,
        role_id,
      })
      .returning(),
  )
}

type PersonGiven = Partial<typeof schema.person.$inferInsert>

export async function buildPerson(
  deps: Given,
  given: Omit<PersonGiven, 'email'> & { email?: string | undefined } = {},
): Promise<PersonRow> {
  const email = given.email ?? `${newId()}@volunteer.example`
  return { ...(await insertPerson(deps, { ...given, email })), email }
}

/** D59: a person with a phone number and no e-mail address. */
export function buildPersonByPhone(deps: Given, given: PersonGiven & { phone: string }): Promise<Phoned> {
  return insertPerson(deps, { ...given, email: null })
}

async function insertPerson(deps: Given, given: PersonGiven & { email: string | null }): Promise<Phoned> {
  const organization_id = given.organization_id ?? (await buildOrganization(deps)).id
  const named = { first_name: 'Åsa', last_name: 'Öberg', ...given, phone: given.phone ?? null }
  return insertOne(deps, (tx) =>
    tx
      .insert(schema.person)
      .values({
        id: newId(),
        identity_key: identityKey(named),
        search_text: searchText(named),
        ...named,
        organization_id,
      })
      .returning(),
  )
}

type AssignmentGiven = Partial<typeof schema.assignment.$inferInsert> & {
  shift?: ShiftRow
  person?: Phoned
}

export async function buildAssignment(
  deps: Given,
  { shift: givenShift, person: givenPerson, ...given }: AssignmentGiven = {},
): Promise<AssignmentRow> {
  const shift = givenShift ?? (await buildShift(deps, givenPerson && pickOrganization(givenPerson)))
  const { organization_id } = shift
  const person = givenPerson ?? (await buildPerson(deps, { organization_id }))
  const id = newId()
  const token_expires_at = given.token_expires_at ?? hoursAfter(deps.now(), 7 * 24)
  return insertOne(deps, (tx) =>
    tx
      .insert(schema.assignment)
      .values({
        id,
        status: 'INVITED',
        source: 'admin',
        token_expires_at,
        uncapped_expires_at: token_expires_at,
        expiry_set_at: deps.now(),
        calendar_uid: `${id}@muster.test`,
        ...given,
        organization_id,
        shift_id: shift.id,
        person_id: person.id,
      })
      .returning(),
  )
}

type WaitingGiven = { shift: ShiftRow; person: Phoned } & Partial<typeof schema.waiting.$inferInsert>

/** D44 */
export function buildWaiting(deps: Given, { shift, person, ...given }: WaitingGiven) {
  const { organization_id } = shift
  return insertOne(deps, (tx) =>
    tx
      .insert(schema.waiting)
      .values({
        id: newId(),
        status: 'WAITING',
        queued_at: deps.now(),
        terms_version: '1.3',
        terms_accepted_at: deps.now(),
        ...given,
        organization_id,
        shift_id: shift.id,
        person_id: person.id,
      })
      .returning(),
  )
}

type RequestGiven = { shift: ShiftRow } & Partial<typeof schema.request.$inferInsert>

/** D52: of nobody in the organisation. */
export function buildRequest(deps: Given, { shift, ...given }: RequestGiven) {
  const { organization_id, start_dt, end_dt } = shift
  const guest = {
    first_name: 'Olle',
    last_name: 'Ek',
    email: `${newId()}@volunteer.example`,
    phone: '+46701234569',
    ...given,
  }
  return insertOne(deps, (tx) =>
    tx
      .insert(schema.request)
      .values({
        id: newId(),
        form_id: newId(),
        place: 0,
        is_minor: false,
        identity_key: identityKey(guest),
        answers: [],
        terms_version: '1.3',
        start_dt,
        end_dt,
        created_at: deps.now(),
        ...guest,
        organization_id,
        shift_id: shift.id,
      })
      .returning(),
  )
}

const pickOrganization = ({ organization_id }: { organization_id?: string }) =>
  organization_id === undefined ? {} : { organization_id }

async function insertOne<T extends { organization_id: string }>(
  { db }: Given,
  insert: (tx: Tx) => Promise<T[]>,
): Promise<Row<T>> {
  const [row] = await db.system(insert)
  if (!row) throw new Error('the insert returned no row')
  return { ...row, organization_id: mint(row.organization_id) }
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the brand exists for product code
export const mint = (id: string) => id as OrgId

import type { PublicNames } from '@muster/contract/events'
import type { Language } from '@muster/contract/fields'
import type { AssignmentStatus } from '@muster/contract/rules/assignment-status'
import { identityKey } from '@muster/contract/rules/text'
import { sql } from 'drizzle-orm'
import type { OrgTx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { isOrganization } from '../../db/in-organization.ts'
import { oneRow } from '../../db/one-row.ts'
import { prepare } from '../../db/prepare.ts'
import { assignment, event, person, role, shift } from '../../db/schema.ts'
import type { KeptAnswer } from '../../http/idempotency.ts'

/** Who signs up, as typed, the number in E.164. */
export type Visitor = { first_name: string; last_name: string; email: string; phone: string }

const org = sql`${sql.placeholder('org')}::uuid`

// ── Locks, in the order of D15 ──────────────────────────────────────────────────────────────────

/** A shift that is locked, with what an answer says of it. */
export type LockedShift = {
  id: string
  event_id: string
  role_id: string
  start_dt: string
  end_dt: string
  required_qty: number
  role_name: string
  public_names: PublicNames
}

const selectShiftForUpdate = prepare<LockedShift>(
  'signup_lock_shift',
  sql`
    select s.id, s.event_id, s.role_id, s.start_dt, s.end_dt, s.required_qty, r.name as role_name, e.public_names
    from ${shift} s join ${role} r on r.id = s.role_id join ${event} e on e.id = s.event_id
    where s.organization_id = ${org} and s.id = ${sql.placeholder('shift_id')}
    for update of s
  `,
)

/** The shift's row is the queue: sign-ups for one shift run one after another (D15). */
export async function lockShift(tx: OrgTx, shift_id: string): Promise<LockedShift | undefined> {
  const [locked] = await selectShiftForUpdate(tx, { org: tx.org, shift_id })
  return locked
}

export type LockedPerson = { id: string; first_name: string; last_name: string; phone: string | null }

const upsertPerson = prepare<LockedPerson>(
  'signup_upsert_person',
  sql`
    insert into person (organization_id, id, first_name, last_name, email, phone, language, identity_key)
    values (${org}, ${sql.placeholder('id')}, ${sql.placeholder('first_name')}, ${sql.placeholder('last_name')},
      ${sql.placeholder('email')}, ${sql.placeholder('phone')}, ${sql.placeholder('language')}, ${sql.placeholder('identity_key')})
    on conflict (identity_key, organization_id) do update set
      language = coalesce(person.language, excluded.language),
      version = person.version + (person.language is null and excluded.language is not null)::int
    returning id, first_name, last_name, phone
  `,
)

/**
 * D11: found by name and e-mail, or new; locked either way (D15), or one person could be signed up for two overlapping
 * shifts at once. Of one who exists only an unset language is filled in (D32).
 */
export async function findOrInsertPerson(
  tx: OrgTx,
  visitor: Visitor,
  language: Language | undefined,
): Promise<LockedPerson> {
  const values = { ...visitor, language: language ?? null, identity_key: identityKey(visitor) }
  return oneRow(await upsertPerson(tx, { org: tx.org, id: newId(), ...values }))
}

// ── What the rules ask ──────────────────────────────────────────────────────────────────────────

type OwnAssignment = {
  assignment_id: string
  shift_id: string
  status: AssignmentStatus
  start_dt: string
  end_dt: string
}

/** What the locks hold still. */
export type Places = {
  /** Who is CONFIRMED on the shift, by assignment. */
  confirmed: { person_id: string; first_name: string; last_name: string }[]
  /** The visitor's assignments, of every event of the organisation. */
  own: OwnAssignment[]
}

const selectPlaces = prepare<Places>(
  'signup_read_places',
  sql`
    select
      (
        select coalesce(json_agg(json_build_object(
          'person_id', a.id, 'first_name', p.first_name, 'last_name', p.last_name
        ) order by a.id), '[]')
        from ${assignment} a join ${person} p on p.id = a.person_id
        where a.shift_id = ${sql.placeholder('shift_id')} and a.status = 'CONFIRMED'
          and ${isOrganization(sql`a.organization_id`, org)}
      ) as confirmed,
      (
        select coalesce(json_agg(json_build_object(
          'assignment_id', a.id, 'shift_id', a.shift_id, 'status', a.status, 'start_dt', s.start_dt, 'end_dt', s.end_dt
        )), '[]')
        from ${person} p join ${assignment} a on a.person_id = p.id join ${shift} s on s.id = a.shift_id
        where p.identity_key = ${sql.placeholder('identity_key')} and ${isOrganization(sql`p.organization_id`, org)}
      ) as own
  `,
)

export async function readPlaces(
  tx: OrgTx,
  { shift_id, visitor }: { shift_id: string; visitor: Visitor },
): Promise<Places> {
  const values = { org: tx.org, shift_id, identity_key: identityKey(visitor) }
  return oneRow(await selectPlaces(tx, values))
}

const selectAnswers = prepare<KeptAnswer & { key: string }>(
  'signup_list_answers',
  sql`
    select key, body_hash, answer from idempotency_key
    where organization_id = ${org} and scope_id = ${sql.placeholder('shift_id')} and key = any(${sql.placeholder('keys')})
  `,
)

/** What was answered under these keys before (D16), by key. */
export async function listAnswers(
  tx: OrgTx,
  of: { shift_id: string; keys: readonly string[] },
): Promise<Map<string, KeptAnswer>> {
  const rows = await selectAnswers(tx, { org: tx.org, ...of })
  return new Map(rows.map(({ key, ...kept }) => [key, kept]))
}

// ── Writing ─────────────────────────────────────────────────────────────────────────────────────

/** What a visitor accepted, and when (D24). */
export type Accepted = {
  responded_at: string
  other_phone: string | null
  terms_version: string
  terms_accepted_at: string
}

const accepted = sql`${sql.placeholder('responded_at')}, ${sql.placeholder('other_phone')}, ${sql.placeholder('terms_version')}, ${sql.placeholder('terms_accepted_at')}`

const insertConfirmed = prepare(
  'signup_insert_assignment',
  sql`
    insert into assignment (organization_id, id, shift_id, person_id, status, source, token_expires_at, calendar_uid,
      responded_at, other_phone, terms_version, terms_accepted_at)
    values (${org}, ${sql.placeholder('id')}, ${sql.placeholder('shift_id')}, ${sql.placeholder('person_id')},
      'CONFIRMED', 'signup', ${sql.placeholder('token_expires_at')}, ${sql.placeholder('calendar_uid')}, ${accepted})
  `,
)

export type NewAssignment = Accepted & {
  id: string
  shift_id: string
  person_id: string
  token_expires_at: string
  calendar_uid: string
}

export async function insertAssignment(tx: OrgTx, values: NewAssignment): Promise<void> {
  await insertConfirmed(tx, { org: tx.org, ...values })
}

const updateConfirmed = prepare(
  'signup_confirm_assignment',
  sql`
    update assignment set status = 'CONFIRMED', version = version + 1,
      (responded_at, other_phone, terms_version, terms_accepted_at) = row(${accepted})
    where organization_id = ${org} and id = ${sql.placeholder('id')}
  `,
)

/** D13: somebody invited, or who declined before, takes the place with the assignment they have. */
export async function confirmAssignment(tx: OrgTx, id: string, values: Accepted): Promise<void> {
  await updateConfirmed(tx, { org: tx.org, id, ...values })
}

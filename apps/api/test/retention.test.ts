import { identityKey } from '@muster/contract/rules/fold'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../src/db/client.ts'
import { newId } from '../src/db/ids.ts'
import { listTasks } from '../src/processes/start-tasks.ts'
import { deleteEndedThreads } from '../src/providers/threads/delete-ended-threads.ts'
import { buildTestApp, type TestApp } from './app.ts'
import { buildAdministrator } from './organizations.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  hoursAfter,
  type PersonRow,
} from './planning.ts'

/* D33. Every text column is either filled with a canary or listed here as holding no personal data of a volunteer. */

const CANARY = 'canary'
const LAST_SHIFT_END = '2024-01-10T20:00:00.000Z'
const day = (number: number) => hoursAfter(LAST_SHIFT_END, number * 24)

/** Columns with a volunteer's data, by table. */
const PERSONAL: Record<string, string[]> = {
  person: [
    'first_name',
    'last_name',
    'email',
    'phone',
    'child_team',
    'notes',
    'identity_key',
    'search_text',
    'asked_details',
  ],
  assignment: ['other_phone', 'cancel_reason', 'note'],
  waiting: ['other_phone'],
  answer: ['value'],
  // Deleted when it is answered, and at the start of the shift (D52).
  request: ['first_name', 'last_name', 'email', 'phone', 'identity_key', 'note', 'answers'],
  opening_mail: ['email'],
  email_change: ['former_email', 'new_email', 'former_phone', 'new_phone'],
  message: ['subject', 'body_text', 'payload', 'address', 'failure_reason', 'request_id'],
  account_message: ['payload', 'address', 'failure_reason', 'request_id'],
  suppression: ['address'],
  sms_thread: ['phone', 'conversation_sid'],
  idempotency_key: ['answer'],
}

const IMPERSONAL: Record<string, string[]> = {
  // Accounts of administrators, which are deleted on request.
  app_user: ['email', 'name', 'password_hash', 'language', 'notified_terms_version'],
  session: ['aal', 'amr', 'user_agent', 'ended_because'],
  refresh_token: ['hash'],
  one_time_token: ['purpose'],
  flow_state: ['code_challenge'],
  mfa_factor: ['factor_type', 'status', 'friendly_name', 'secret', 'phone'],
  mfa_challenge: ['purpose', 'challenge'],
  webauthn_credential: ['credential_id', 'public_key', 'friendly_name'],
  recovery_code: ['hash'],
  // Written by organisers.
  organization: [
    'name',
    'sender_approved_for',
    'color',
    'logo_hash',
    'link_replacement',
    'time_zone',
    'language',
    'country',
    'contact_email',
    'contact_phone',
    'sms_sender',
    'approved_sms_sender',
    'second_factor',
    // Written by the operator.
    'pause_reason',
  ],
  event: [
    'name',
    'description',
    'notes',
    'location',
    'time_zone',
    'public_names',
    'contact_email',
    'contact_phone',
    'swap',
    'approval',
    'link_key',
    'questions',
  ],
  // What was asked. The answer itself is deleted with its person.
  answer: ['kind', 'label'],
  organization_logo: ['type', 'bytes'],
  role: ['name', 'description'],
  api_key: ['name', 'hash', 'start'],
  // An address that was invited to plan is deleted 30 days after the invitation expires (M2).
  member_invitation: ['email', 'role', 'language'],
  // Enumerations and ids.
  membership: ['role', 'cancellation_notices', 'sign_up_notices', 'request_notices'],
  // The values are of no person (A1).
  audit_log: ['actor_kind', 'action', 'subjects', 'changes', 'shift'],
  person: ['language', 'event_feed_rounds'],
  assignment: [
    'status',
    'source',
    'invite_method',
    'terms_version',
    'calendar_uid',
    'disowned',
    'offer_ended',
  ],
  waiting: ['status', 'terms_version'],
  request: ['language', 'terms_version'],
  opening_mail: ['language'],
  message: [
    'direction',
    'channel',
    'template',
    'language',
    'status',
    'provider',
    'provider_message_id',
    'traceparent',
  ],
  account_message: [
    'channel',
    'template',
    'language',
    'status',
    'provider',
    'provider_message_id',
    'traceparent',
  ],
  suppression: ['channel', 'reason'],
  sms_thread: ['number'],
  // Kept until the provider has deleted the conversation.
  ended_thread: ['conversation_sid'],
  idempotency_key: ['key', 'body_hash'],
  broadcast: ['message_type', 'state', 'refusal', 'form', 'unreachable', 'invitations'],
  saved_text: ['title', 'text'],
  tag: ['name', 'name_key'],
  deletion: ['kind'],
  // Forgotten after a minute, and by an erasure (D46).
  batch: ['before', 'after', 'kept'],
  // Tags that it has made, and why somebody stays. What people were is forgotten with them.
  person_import: ['kept'],
  imported_person: ['before'],
  // Forgotten after a day (D60), and with the person.
  merge: ['before', 'after', 'undone'],
  merged_link: ['feed_rounds', 'leads_to_feed_rounds'],
  daily_cap: ['channel'],
  sending_total: ['scope', 'channel'],
  shift: ['meant_times', 'meeting_point', 'note', 'visibility'],
  webhook_event: ['provider', 'provider_event_id'],
  scheduled_job: ['name'],
  // Hashes.
  rate_limit: ['bucket'],
  mail_quota: ['address_key', 'sent_at'],
  mail_block: ['address_key'],
}

let api: TestApp
let organization_id: string
beforeAll(async () => {
  api = await buildTestApp()
  api.setNow(day(-30))
  const admin = await buildAdministrator(api)
  organization_id = admin.organization_id
})
afterAll(() => api.close())

test('every column that can hold text is known here', async () => {
  const columns = await read<{ name: string }>(sql`
    select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
      and a.atttypid in ('text'::regtype, 'varchar'::regtype, 'jsonb'::regtype, 'json'::regtype, 'bytea'::regtype)
  `)
  const known = [PERSONAL, IMPERSONAL].flatMap((list) =>
    Object.entries(list).flatMap(([table, names]) => names.map((name) => `${table}.${name}`)),
  )
  expect(columns.map(({ name }) => name).toSorted()).toEqual(known.toSorted())
})

test('on day 729 everything is there, on day 731 nothing is, and the total has stayed', async () => {
  const { shift_id } = await buildVolunteer(CANARY, { last_shift_end: LAST_SHIFT_END })
  const filled = Object.entries(PERSONAL).flatMap(([table, names]) => names.map((name) => `${table}.${name}`))
  expect(await findCanary(CANARY)).toEqual(filled.toSorted())

  const recent = await buildVolunteer('recent', { last_shift_end: day(30) })
  const ahead = await buildVolunteer('ahead', { last_shift_end: day(-400) })
  await takeShift(ahead.person, { end_dt: day(800), status: 'INVITED' })

  // Negative control: the same jobs two days earlier.
  await passNight(day(729))
  const kept = ['person', 'assignment', 'answer', 'message', 'suppression', 'sms_thread']
  expect(await findCanary(CANARY)).toEqual(
    kept.flatMap((table) => (PERSONAL[table] ?? []).map((name) => `${table}.${name}`)).toSorted(),
  )

  await passNight(day(731))
  expect(await findCanary(CANARY)).toEqual([])
  const [total] = await read<{ confirmed: number }>(
    sql`select count(*)::int as confirmed from assignment where shift_id = ${shift_id} and status = 'CONFIRMED'`,
  )
  expect(total).toEqual({ confirmed: 1 })

  for (const [canary, { person }] of Object.entries({ recent, ahead })) {
    expect(await findCanary(canary)).toEqual(expect.arrayContaining(['person.email', 'message.body_text']))
    const [row] = await read(sql`select * from person where id = ${person.id}`)
    expect(row).toMatchObject({ version: person.version, erased_at: null })
  }
})

test('a person without a shift is kept as long, from when they were added', async () => {
  const { id } = await buildPerson(api.deps, { organization_id, created_at: day(1_000) })
  const isThere = async () => (await read(sql`select from person where id = ${id}`)).length === 1
  await passNight(day(1_729))
  expect(await isThere()).toBe(true)
  await passNight(day(1_731))
  expect(await isThere()).toBe(false)
})

test('an opt-out of an address that nobody has is kept as long', async () => {
  const address = 'corrected@volunteer.example'
  await api.deps.db.system((tx) =>
    tx.execute(sql`
      insert into suppression (organization_id, channel, address, reason, created_at)
      values (${organization_id}, 'EMAIL', ${address}, 'unsubscribe', ${day(2_000)})
    `),
  )
  const isThere = async () =>
    (await read(sql`select from suppression where address = ${address}`)).length === 1
  await passNight(day(2_729))
  expect(await isThere()).toBe(true)
  await passNight(day(2_732))
  expect(await isThere()).toBe(false)
})

/** Runs every task of a worker once: the sweeps use database time, the nightly job the clock. */
async function passNight(now: string): Promise<void> {
  api.setNow(now)
  // As a provider does, with what the night before has written.
  await api.deps.db.system((tx) =>
    tx.execute(sql`update message set status = 'SENT' where status = 'QUEUED'`),
  )
  const tasks = listTasks(api.deps, { mail: undefined, sms: undefined })
  for (const { run } of Object.values(tasks)) await run(new AbortController().signal)
  await deleteEndedThreads(api.deps, { remove: async () => undefined })
}

/** Inserts a row in every table that can refer to a person, with the canary in every text. */
async function buildVolunteer(canary: string, { last_shift_end }: { last_shift_end: string }) {
  const text = (name: string) => `${canary}-${name}`
  const email = `${text('email')}@volunteer.example`
  const phone = text('phone')
  const created_at = day(-500)
  const person = await buildPerson(api.deps, {
    organization_id,
    first_name: text('first'),
    last_name: text('last'),
    email,
    phone,
    child_team: text('team'),
    notes: text('notes'),
    asked_details: {
      id: newId(),
      assignment_id: newId(),
      email: text('asked'),
      expires_at: day(2_000),
    },
    created_at,
  })
  const { shift_id, event_id } = await takeShift(person, {
    end_dt: last_shift_end,
    status: 'CONFIRMED',
    other_phone: text('other'),
    cancel_reason: text('reason'),
    note: text('note'),
  })
  const sent = {
    template: 'custom_text',
    payload: { text: text('payload') },
    language: 'sv',
    address: email,
    status: 'FAILED',
    failure_reason: `550 ${text('reason')}`,
    // The client may choose it.
    request_id: text('request'),
    created_at,
  }
  const of_person = {
    organization_id,
    person_id: person.id,
    subject: text('subject'),
    body_text: text('body'),
  }
  await api.deps.db.system(async (tx) => {
    const digest_id = newId()
    await insert(tx, 'account_message', { id: digest_id, ...sent })
    await insert(tx, 'message', { id: newId(), channel: 'EMAIL', ...of_person, ...sent })
    await insert(tx, 'message', { id: newId(), channel: 'EMAIL', digest_id, ...of_person, ...sent })
    const inbound = { direction: 'INBOUND', channel: 'SMS', ...of_person, ...sent, address: phone }
    await insert(tx, 'message', { id: newId(), ...inbound })
    await insert(tx, 'suppression', {
      organization_id,
      channel: 'EMAIL',
      address: email,
      reason: 'stop',
      created_at,
    })
    await insert(tx, 'suppression', {
      organization_id,
      channel: 'SMS',
      address: phone,
      reason: 'stop',
      created_at,
    })
    const conversation_sid = text('conversation')
    await insert(tx, 'sms_thread', {
      organization_id,
      id: newId(),
      phone,
      number: '+46',
      conversation_sid,
      created_at,
    })
    await insert(tx, 'waiting', {
      organization_id,
      id: newId(),
      shift_id,
      person_id: person.id,
      status: 'TAKEN',
      queued_at: created_at,
      other_phone: text('other'),
      terms_version: '1.3',
      terms_accepted_at: created_at,
      created_at,
    })
    await insert(tx, 'answer', {
      organization_id,
      id: newId(),
      event_id,
      person_id: person.id,
      question_id: newId(),
      kind: 'text',
      label: 'Varit med?',
      delete_after_event: false,
      value: JSON.stringify(text('answer')),
      created_at,
    })
    const guest = { first_name: text('first'), last_name: text('last'), email }
    await insert(tx, 'request', {
      organization_id,
      id: newId(),
      shift_id,
      ...guest,
      phone,
      identity_key: identityKey(guest),
      form_id: newId(),
      place: 0,
      is_minor: false,
      note: text('note'),
      answers: [{ question_id: newId(), value: text('answer') }],
      terms_version: '1.3',
      start_dt: hoursAfter(last_shift_end, -2),
      end_dt: last_shift_end,
      created_at,
    })
    await insert(tx, 'opening_mail', {
      organization_id,
      id: newId(),
      event_id,
      email,
      language: 'sv',
      created_at,
      sent_at: created_at,
    })
    await insert(tx, 'email_change', {
      organization_id,
      id: newId(),
      person_id: person.id,
      former_email: text('former'),
      former_phone: text('former_phone'),
      new_phone: text('new_phone'),
      new_email: text('new'),
      expires_at: created_at,
      created_at,
    })
    const answer = { name: text('answer') }
    const stored = { scope_id: shift_id, key: newId(), body_hash: 'h', answer, created_at }
    await insert(tx, 'idempotency_key', { organization_id, ...stored })
  })
  return { person, shift_id }
}

async function takeShift(
  person: PersonRow,
  {
    end_dt,
    ...given
  }: {
    end_dt: string
    status: 'CONFIRMED' | 'INVITED'
    other_phone?: string
    cancel_reason?: string
    note?: string
  },
) {
  const start_dt = hoursAfter(end_dt, -2)
  const event = await buildEvent(api.deps, { organization_id, event_date_start: start_dt })
  const role = await buildRole(api.deps, { event })
  const shift = await buildShift(api.deps, { role, start_dt })
  const { shift_id } = await buildAssignment(api.deps, { shift, person, ...given })
  return { shift_id, event_id: event.id }
}

const insert = (tx: Tx, table: string, row: Record<string, unknown>) =>
  tx.execute(sql`
    insert into ${sql.identifier(table)} (${sql.join(
      Object.keys(row).map((name) => sql.identifier(name)),
      sql`, `,
    )})
    select ${sql.join(
      Object.keys(row).map((name) => sql`r.${sql.identifier(name)}`),
      sql`, `,
    )}
    from jsonb_populate_record(null::${sql.identifier(table)}, ${JSON.stringify(row)}) r
  `)

async function findCanary(canary: string): Promise<string[]> {
  const tables = await read<{ name: string }>(
    sql`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const columns = tables.map(
    ({ name }) => sql`
      select ${name} || '.' || field.key as name from ${sql.identifier(name)} t, jsonb_each_text(to_jsonb(t)) field
      where field.value like ${`%${canary}%`}`,
  )
  const found = await read<{ name: string }>(sql`${sql.join(columns, sql` union `)} order by 1`)
  return found.map(({ name }) => name)
}

async function read<Row extends Record<string, unknown>>(query: SQL): Promise<Row[]> {
  const { rows } = await api.deps.db.system((tx) => tx.execute(query))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller's statement selects the columns of Row
  return rows as Row[]
}

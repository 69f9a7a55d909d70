import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { organizations } from '@muster/contract/organizations'
import { HOUR_MS } from '@muster/contract/rules/instants'
import { sql } from 'drizzle-orm'
import { getTableConfig, PgDialect } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { fillOrganization } from '../../../test/fill-organization.ts'
import { type Administrator, buildAdministrator, buildMember } from '../../../test/organizations.ts'
import { buildOrganization, buildPerson, mint } from '../../../test/planning.ts'
import { countReads } from '../../../test/recorded-statements.ts'
import { unzip } from '../../../test/unzip.ts'
import * as schema from '../../db/schema.ts'
import { EXPORT_FILES } from './export-files.ts'
import { createExports, exportOrganization } from './export-organization.ts'

const CANARY = 'canary-of-a-secret'

/** Columns of an organisation's tables that are not exported. All others are. */
const WITHHELD: Record<string, string[]> = {
  organization: ['created_by', 'ended_at', 'link_replacement', 'version'],
  // Read with the accounts, whose only exported columns are address and name.
  membership: [
    'organization_id',
    'last_event_id',
    'cancellation_notices',
    'cancellations_told_at',
    'sign_up_notices',
    'sign_ups_told_at',
    'request_notices',
    'requests_told_at',
  ],
  member_lead: ['organization_id'],
  // `round`s are signed in links; `identity_key` and `search_text` repeat name and address.
  // `asked_details` waits for a day at most to be confirmed.
  person: [
    'organization_id',
    'calendar_round',
    'event_feed_rounds',
    'asked_details',
    'identity_key',
    'search_text',
    'version',
  ],
  event: ['organization_id', 'updated_at', 'version'],
  role: ['organization_id', 'updated_at', 'version'],
  shift: ['organization_id', 'reminder_due_at', 'updated_at', 'version'],
  assignment: [
    'organization_id',
    'round',
    'uncapped_expires_at',
    'expiry_set_at',
    'calendar_uid',
    'calendar_sequence',
    'corrections',
    'swap_id',
    'updated_at',
    'version',
  ],
  answer: ['organization_id'],
  // `identity_key` repeats name and address; `place` is the order in the form.
  request: ['organization_id', 'identity_key', 'place'],
  waiting: ['organization_id', 'round'],
  // Delivery data is left out, and `payload`, from which the exported text is written.
  message: [
    'organization_id',
    'merged_from',
    'batch_id',
    'digest_id',
    'payload',
    'attempts',
    'due_at',
    'leased_until',
    'fence',
    'asked_at',
    'provider',
    'provider_message_id',
    'is_unread',
    'reported_at',
    'erased_at',
    'request_id',
    'traceparent',
  ],
  broadcast: ['organization_id', 'due_at', 'invitations'],
  saved_text: ['organization_id', 'version'],
  tag: ['organization_id', 'name_key'],
  person_tag: ['organization_id'],
  suppression: ['organization_id'],
  member_invitation: ['organization_id', 'round'],
  api_key: ['organization_id', 'hash', 'start'],
  audit_log: ['organization_id'],
}
/**
 * Tables without records of the organisation: the logo, a file at its public address, counters, stored answers, what an undo needs for a minute or a day, where
 * links of merged entries lead, pairs that are two people, links to Twilio conversations, unproven addresses.
 */
const WITHHELD_TABLES = [
  'organization_logo',
  'idempotency_key',
  'batch',
  'person_import',
  'imported_person',
  'merge',
  'merged_link',
  'told_apart',
  'daily_cap',
  'deletion',
  'sms_thread',
  'ended_thread',
  'email_change',
  // D49: the organiser sees only how many wait.
  'opening_mail',
]
/** Columns that `writeMembers` writes. */
const MEMBERS = { membership: ['user_id', 'role', 'created_at'], member_lead: ['user_id', 'role_id'] }

const tables = Object.values(schema)
  .filter(
    (each): each is typeof schema.person => typeof each === 'object' && each !== null && 'getSQL' in each,
  )
  .map((table) => getTableConfig(table))
  .map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) }))

const exported = new Map<string, readonly string[]>([
  ...EXPORT_FILES.map(({ table, columns }) => [getTableConfig(table).name, columns] as const),
  ...Object.entries(MEMBERS),
])

let api: TestApp
let owner: Administrator
beforeAll(async () => {
  api = await buildTestApp()
  owner = await buildAdministrator(api, { name: 'Åhusfestivalen' })
})
afterAll(() => api.close())

const download = (headers: Record<string, string>) =>
  api.app.inject({ method: 'GET', url: organizations.exportOrganization.path, headers })

const linesOf = (text: string | undefined) => (text ?? '').split('\r\n').slice(0, -1)

describe('columns', () => {
  const of_organizations = tables.filter(
    ({ name, columns }) => name === 'organization' || columns.includes('organization_id'),
  )

  test.each(of_organizations)('of $name are exported or withheld, each by decision', ({ name, columns }) => {
    if (WITHHELD_TABLES.includes(name)) return
    const decided = [...(exported.get(name) ?? []), ...(WITHHELD[name] ?? [])]
    expect(decided.toSorted()).toEqual(columns.toSorted())
  })

  test('there are such tables, and none is of accounts', () => {
    expect(of_organizations.length).toBeGreaterThan(15)
    expect([...exported.keys()]).not.toContain('app_user')
  })
})

describe('what is exported', () => {
  let files: Map<string, string>
  beforeAll(async () => {
    const { organization_id } = owner
    const filled = await fillOrganization(api.deps, organization_id)
    await api.deps.db.system(async (tx) => {
      for (const [table, columns] of Object.entries(WITHHELD)) {
        for (const column of columns) {
          const { rows } = await tx.execute<{ data_type: string }>(sql`
            select data_type from information_schema.columns where table_name = ${table} and column_name = ${column}`)
          const type = rows[0]?.data_type
          const isEnumeration = column.endsWith('_notices')
          if (isEnumeration || (type !== 'text' && type !== 'jsonb')) continue
          const value = type === 'text' ? sql`${CANARY}` : sql`to_jsonb(${CANARY}::text)`
          // Each row gets its own value, because some of these columns are unique.
          const unique = column === 'identity_key' ? sql`${CANARY} || id` : value
          const owner_column = table === 'organization' ? 'id' : 'organization_id'
          const owned = sql`${sql.identifier(owner_column)} = ${organization_id}`
          await tx.execute(sql`
            update ${sql.identifier(table)} set ${sql.identifier(column)} = ${unique} where ${owned}`)
        }
      }
      await tx.execute(sql`update person set notes = '=1+1' where id = ${filled.person_id}`)
      await tx.execute(sql`update app_user set name = 'Åsa' where id = ${owner.user_id}`)
    })
    const other = await buildOrganization(api.deps)
    await buildPerson(api.deps, { organization_id: other.id, first_name: 'Theirs' })
    const answer = await download(owner.headers)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="organization.zip"',
    })
    files = unzip(answer.rawPayload)
  })

  test('is a file of each kind, and each has its rows', () => {
    expect([...files.keys()]).toEqual(['members.csv', ...EXPORT_FILES.map(({ name }) => `${name}.csv`)])
    const empty = [...files].filter(([, text]) => linesOf(text).length < 2).map(([name]) => name)
    expect(empty).toEqual(['opt_outs.csv', 'log.csv'].filter((name) => empty.includes(name)))
    expect(linesOf(files.get('people.csv'))[0]).toBe(
      `\uFEFF"${EXPORT_FILES.find(({ name }) => name === 'people')?.columns.join('","')}"`,
    )
    expect(files.get('assignments.csv')).toContain('"Kafé"')
    expect(files.get('members.csv')).toContain(`"${owner.email}","Åsa","owner"`)
  })

  test('has no secret, nothing of another organisation, and no formula', () => {
    const all = [...files.values()].join('\n')
    expect(all).not.toContain(CANARY)
    expect(all).not.toContain('Theirs')
    expect(all).toContain(`"'=1+1"`)
    expect(all).toContain('"+46701234567"')
  })

  test('negative control: the secrets are in the rows', async () => {
    const { rows } = await api.deps.db.system((tx) =>
      tx.execute<{ hash: string }>(
        sql`select hash from api_key where organization_id = ${owner.organization_id}`,
      ),
    )
    expect(rows).toEqual([{ hash: CANARY }])
  })

  test('is in the log', async () => {
    const { rows } = await api.deps.db.system((tx) =>
      tx.execute(sql`select actor_id from audit_log where action = 'organization.exported'`),
    )
    expect(rows).toEqual([{ actor_id: owner.user_id }])
  })
})

test('an unknown field is refused by its name', async () => {
  const { headers } = await buildAdministrator(api)
  const answer = await api.inject({ url: `${organizations.exportOrganization.path}?emial=x`, headers })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ code: 'validation', issues: [{ path: 'query.emial' }] })
})

test('is for owners who have just signed in or confirmed it, four times an hour', async () => {
  const admin = await buildMember(api, { organization_id: owner.organization_id, role: 'admin' })
  const { exportOrganization: route } = organizations
  expect(await api.refused(route, { headers: admin.headers })).toMatchObject({ code: 'role_forbidden' })
  const late = await buildAdministrator(api)
  await api.deps.db.system((tx) =>
    tx.execute(
      sql`update session set created_at = now() - interval '16 minutes' where id = ${late.session_id}`,
    ),
  )
  expect(await api.refused(route, { headers: late.headers })).toMatchObject({
    status: 400,
    code: 'reauthentication_needed',
  })
  // The limit counts by the hour of the clock.
  api.setNow(new Date().toISOString())
  const often = await buildAdministrator(api)
  for (let time = 0; time < 4; time += 1) {
    const answer = await download(often.headers)
    expect(answer.statusCode).toBe(200)
  }
  expect(await api.refused(route, { headers: often.headers })).toMatchObject({
    status: 429,
    code: 'rate_limited',
  })
})

describe('a large organisation', () => {
  const org = mint('01970000-0000-7000-8000-0000000000ee')
  beforeAll(() =>
    api.deps.db.system(async (tx) => {
      await tx.execute(
        sql`insert into organization (id, name, time_zone, language) values (${org}, 'Stor', 'UTC', 'sv')`,
      )
      await tx.execute(sql`
        insert into person (organization_id, id, first_name, last_name, email, identity_key)
        select ${org}, gen_random_uuid(), 'P' || n, 'L', n || '@stor.example', 'stor-' || n from generate_series(1, 25000) n`)
    }),
  )

  const read = async (options = {}) => unzip(await buffer(await exportOrganization(api.deps, org, options)))

  test('has every row once, whatever the size of a part', async () => {
    const files = await read()
    const people = linesOf(files.get('people.csv')).slice(1)
    expect([people.length, new Set(people).size]).toEqual([25_000, 25_000])
    const parts = await read({ part_size: 7_001 })
    expect(parts.get('people.csv')).toBe(files.get('people.csv'))
  })

  test('has every opt-out once, over several parts', async () => {
    const few = mint('01970000-0000-7000-8000-0000000000eb')
    await api.deps.db.system(async (tx) => {
      await tx.execute(
        sql`insert into organization (id, name, time_zone, language) values (${few}, 'Liten', 'UTC', 'sv')`,
      )
      await tx.execute(sql`
        insert into suppression (organization_id, channel, address, reason)
        select ${few}, c, n || '@stor.example', 'stop' from generate_series(1, 30) n, unnest(array['EMAIL', 'SMS']) c`)
    })
    const files = unzip(await buffer(await exportOrganization(api.deps, few, { part_size: 7 })))
    const opt_outs = linesOf(files.get('opt_outs.csv')).slice(1)
    expect([opt_outs.length, new Set(opt_outs).size]).toEqual([60, 60])
  })

  test('reads each row once, also of a table that was never analyzed', async () => {
    const ENTRIES = 5_000
    const { id: young } = await buildOrganization(api.deps)
    await api.deps.db.pool.query(
      'begin read write; alter table audit_log set (autovacuum_enabled = false); commit',
    )
    await api.deps.db.system((tx) =>
      tx.execute(sql`
        insert into audit_log (organization_id, id, at, actor_kind, action, subjects)
        select ${young}, gen_random_uuid(), now(), 'operator', 'shift.created', '{}' from generate_series(1, ${ENTRIES})`),
    )
    let files = new Map<string, string>()
    const reads = await countReads(async () => {
      files = unzip(await buffer(await exportOrganization(api.deps, young, { part_size: 50 })))
    })
    // The log also has the export.
    expect(linesOf(files.get('log.csv')).slice(1)).toHaveLength(ENTRIES + 1)
    expect(Math.max(...reads)).toBeLessThan(1.5 * ENTRIES)
  })

  test('is one moment, whatever changes meanwhile', async () => {
    const output = await exportOrganization(api.deps, org, { part_size: 1_000 })
    await new Promise((resolve) => output.once('readable', resolve))
    // An id in the last part, which is read after this.
    const id = 'ffffffff-ffff-4fff-bfff-ffffffffffff'
    await buildPerson(api.deps, { organization_id: org, id, first_name: 'Later' })
    const files = unzip(await buffer(output))
    expect(linesOf(files.get('people.csv'))).toHaveLength(25_001)
    expect(files.get('people.csv')).not.toContain('Later')
  })

  test('gives its connection back when the reader goes away or is too slow', async () => {
    const gone = await exportOrganization(api.deps, org, { part_size: 100 })
    await new Promise((resolve) => gone.once('readable', resolve))
    gone.destroy()
    const slow = await exportOrganization(api.deps, org, { part_size: 100, longest: 50 })
    await expect(new Promise((_resolve, reject) => slow.once('error', reject))).rejects.toThrow(
      'took too long',
    )
    const { pool } = api.deps.db
    await expect.poll(() => pool.totalCount - pool.idleCount, { timeout: 300_000 }).toBe(0)
  })
})

test('a slow reader keeps only themselves waiting, and three fill the process', async () => {
  const start = createExports(api.deps)
  const slow = await buildAdministrator(api)
  const export_of = ({ organization_id, user_id }: Administrator) => start(mint(organization_id), user_id)
  const outputs = [await export_of(slow)]
  await expect(export_of(slow)).rejects.toMatchObject({ status: 503, code: 'busy' })
  outputs.push(await export_of(await buildAdministrator(api)), await export_of(await buildAdministrator(api)))
  await expect(export_of(await buildAdministrator(api))).rejects.toMatchObject({ status: 503, code: 'busy' })
  await Promise.all(outputs.map((output) => buffer(output)))
  await buffer(await export_of(slow))
})

const query = (statement: ReturnType<typeof sql>) => new PgDialect().sqlToQuery(statement).sql

describe('when the connection is lost while the reader waits', () => {
  const org = mint('01970000-0000-7000-8000-0000000000ed')
  beforeAll(() =>
    api.deps.db.system(async (tx) => {
      await tx.execute(
        sql`insert into organization (id, name, time_zone, language) values (${org}, 'Stor', 'UTC', 'sv')`,
      )
      await tx.execute(sql`
        insert into person (organization_id, id, first_name, last_name, email, notes, identity_key)
        select ${org}, gen_random_uuid(), 'P', 'L', n || '@lost.example', md5(n::text), 'lost-' || n
        from generate_series(1, 20000) n`)
    }),
  )

  /** `idle`: milliseconds for which the writer has waited for its reader. */
  const loseConnection = async (check_every: number, idle = 0) => {
    const output = await exportOrganization(api.deps, org, { check_every, part_size: 100 })
    const errors: Error[] = []
    output.on('error', (error) => errors.push(error))
    const readers = sql`
      from pg_stat_activity where datname = current_database() and state = 'idle in transaction'
        and backend_xmin is not null and pid <> pg_backend_pid()
        and state_change <= clock_timestamp() - interval '${sql.raw(String(idle))} milliseconds'`
    const end = sql`select pg_terminate_backend(pid) ${readers}`
    const ended = async () => (await api.deps.db.pool.query(query(end))).rowCount
    // On a busy machine another one may end with it.
    await expect.poll(ended, { timeout: 300_000 }).toBeGreaterThan(0)
    return { output, errors }
  }

  test('it ends at once, so that the next can begin', async () => {
    const { output, errors } = await loseConnection(20)
    await expect.poll(() => output.closed, { timeout: 300_000 }).toBe(true)
    expect(errors).toHaveLength(1)
  })

  test('negative control: without the check it stays open', async () => {
    const { output } = await loseConnection(HOUR_MS, 500)
    const checked = await loseConnection(20)
    await expect.poll(() => checked.output.closed, { timeout: 300_000 }).toBe(true)
    expect(output.closed).toBe(false)
    output.destroy()
  })
})

test('files whose rows may be long are read in small parts', () => {
  const small = EXPORT_FILES.flatMap(({ name, part_size }) => (part_size ? [[name, part_size]] : []))
  expect(small).toEqual([
    ['messages', 500],
    ['broadcasts', 10],
    ['log', 50],
  ])
})

test('the log has every row once, over several of its parts', async () => {
  const org = mint('01970000-0000-7000-8000-0000000000ec')
  await api.deps.db.system(async (tx) => {
    await tx.execute(
      sql`insert into organization (id, name, time_zone, language) values (${org}, 'Logg', 'UTC', 'sv')`,
    )
    await tx.execute(sql`
      insert into audit_log (organization_id, id, at, actor_kind, action, subjects, fields)
      select ${org}, gen_random_uuid(), now(), 'operator', 'organization.paused', '[]', '{}' from generate_series(1, 120)`)
  })
  const statements = vi.spyOn(PgDialect.prototype, 'sqlToQuery')
  const files = unzip(await buffer(await exportOrganization(api.deps, org)))
  const parts = statements.mock.results.filter(
    ({ value }) => value.sql.includes('from "audit_log" t') && value.params.includes(50),
  )
  statements.mockRestore()
  // The lines include the header and the entry of the export itself.
  expect(linesOf(files.get('log.csv'))).toHaveLength(122)
  expect(parts).toHaveLength(3)
})

test('the description names every file and column', async () => {
  const text = await readFile(path.resolve(import.meta.dirname, '../../../../../docs/export.md'), 'utf8')
  for (const { name, columns } of EXPORT_FILES)
    for (const word of [`${name}.csv`, ...columns]) expect(text).toContain(`\`${word}\``)
})

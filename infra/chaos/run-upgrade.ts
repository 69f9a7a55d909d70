import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '../../apps/api/src/db/embedded.ts'
import { migrate } from '../../apps/api/src/db/migrate.ts'
import { generateKeys } from '../../apps/api/src/signing/keys.ts'
import { DAY_MS } from '../../packages/contract/src/rules/instants.ts'
import { API, ended, startProcess, startServer, until } from '../run/start-programs.ts'
import { startSignUpLoad } from './sign-up-load.ts'

/*
 * Runs the previous version on the newest schema: its server and worker run beside those of this checkout, and take
 * every second request. `--from` names it; the default is the newest tag, or if there are no tags the commit before
 * the newest migration.
 */

const run = promisify(execFile)
const ROOT = path.resolve(API, '../..')
const ADMINISTRATOR = { email: 'asa@muster.example', password: 'three blue bikes' }
const INVITATIONS = 20

const { values } = parseArgs({
  options: { from: { type: 'string' }, seconds: { type: 'string', default: '10' } },
})

const from = values.from ?? (await findVersionBefore())
const dir = await mkdtemp(path.join(tmpdir(), 'muster-upgrade-'))
const old = path.join(dir, 'old')
await run('git', ['worktree', 'add', '--detach', old, from], { cwd: ROOT })
const database = await startEmbeddedPostgres({ dir: path.join(dir, 'postgres') })
try {
  await run('npx', ['-y', 'pnpm@12.21.0', 'install', '--frozen-lockfile', '--prefer-offline'], {
    cwd: old,
    env: { ...process.env, CI: 'true' },
  })
  await createAdministrator()
  const before = await listColumns()
  await migrate(database.url)
  const changed = (await listColumns()).filter((column) => !before.includes(column))
  console.log(`${from} on the newest schema, which has ${changed.length} columns more`)
  await serve()
} finally {
  await database.stop()
  await run('git', ['worktree', 'remove', '--force', old], { cwd: ROOT })
  await rm(dir, { recursive: true, force: true })
}

async function serve(): Promise<void> {
  const { link, session } = generateKeys()
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.url,
    DATABASE_CONNECTIONS: '8',
    MUSTER_DATA_DIR: path.join(dir, 'data'),
    LINK_KEYS: link.join(','),
    SESSION_KEYS: JSON.stringify(session),
    SIGNUPS_PER_MINUTE: '1000000',
    REQUESTS_PER_MINUTE: '1000000',
  }
  const first = await startServer(env, { root: old })
  const second = await startServer(env)
  const workers = await Promise.all([startProcess('worker', env, old), startProcess('worker', env)])

  const planned = await plan(first.address)
  let turn = 0
  const load = startSignUpLoad(planned, () => (turn++ % 2 === 0 ? first.address : second.address), 4)
  const invited = await invite(planned, first.address)
  await answer(invited, [first.address, second.address])
  const until_at = performance.now() + Number(values.seconds) * 1_000
  await until(() => performance.now() > until_at, { what: 'never', ms: 600_000, every_ms: 100 })
  await load.stop()
  const statuses = await allSent()

  for (const each of [first.server, second.server, ...workers]) each.kill('SIGTERM')
  await Promise.all([first.server, second.server, ...workers].map(ended))
  const refused = load.answers.filter(({ status }) => status >= 400).map(({ status }) => status)
  console.log({
    requests: load.answers.length,
    sign_ups: load.acknowledged.length,
    broken: load.unanswered.length,
    answered_invitations: invited.length,
    messages: statuses,
    refused,
  })
  const isFlawless = refused.length + load.unanswered.length === 0 && Object.keys(statuses).join() === 'SENT'
  process.exitCode = isFlawless ? 0 : 1
}

async function findVersionBefore(): Promise<string> {
  const { stdout } = await run('git', ['tag', '--list', 'v*', '--sort=-version:refname'], { cwd: ROOT })
  const [tag] = stdout.split('\n')
  if (tag) return tag
  const migrations = ['--diff-filter=A', '--', 'apps/api/migrations/*.sql']
  const log = await run('git', ['log', '-1', '--format=%h', ...migrations], { cwd: ROOT })
  return `${log.stdout.trim()}^`
}

/** Creates an administrator with the code of the previous version, which also creates its schema. */
async function createAdministrator(): Promise<void> {
  const given = [
    '--email',
    ADMINISTRATOR.email,
    '--organization',
    'Kaos',
    '--language',
    'sv',
    '--country',
    'SE',
  ]
  const command = run(
    process.execPath,
    ['--import', 'tsx', 'src/processes/cli.ts', 'create-admin', ...given, '--time-zone', 'Europe/Stockholm'],
    {
      cwd: path.join(old, 'apps/api'),
      env: { PATH: process.env.PATH, DATABASE_URL: database.url, MUSTER_DATA_DIR: path.join(dir, 'data') },
    },
  )
  command.child.stdin?.end(`${ADMINISTRATOR.password}\n`)
  await command
}

async function query<Row extends object>(text: string): Promise<Row[]> {
  const client = new Client(database.url)
  await client.connect()
  try {
    await client.query('set role muster_system')
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

async function listColumns(): Promise<string[]> {
  const rows = await query<{ name: string }>(`
    select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
  `)
  return rows.map(({ name }) => name)
}

type Planned = { event_id: string; shift_ids: string[]; headers: Record<string, string>; people: string[] }

async function call(
  what: string,
  url: string,
  init: { body?: object; headers?: Record<string, string> } = {},
) {
  const response = await fetch(url, {
    ...(init.body && { method: 'POST', body: JSON.stringify(init.body) }),
    headers: { ...(init.body && { 'content-type': 'application/json' }), ...init.headers },
  })
  if (!response.ok) throw new Error(`${what} was answered ${response.status}: ${await response.text()}`)
  return response.json()
}

/** Plans an event as an administrator of the previous version. */
async function plan(address: string): Promise<Planned> {
  const login = await call('login', `${address}/auth/login`, { body: ADMINISTRATOR })
  const [organization] = await query<{ id: string }>('select id from organization')
  const headers = {
    authorization: `Bearer ${login.token}`,
    'x-organization-id': organization?.id ?? '',
  }
  const post = (what: string, path_name: string, body: object) =>
    call(what, address + path_name, { body, headers })
  const [start, end] = [3, 4].map((days) => new Date(Date.now() + days * DAY_MS).toISOString())
  const event = await post('event', '/admin/events', {
    name: 'Kaos',
    event_date_start: start,
    event_date_end: end,
  })
  const role = await post('role', `/admin/events/${event.id}/roles`, { name: 'Entré' })
  const shift_ids: string[] = []
  for (let n = 0; n < 4; n++) {
    const times = { start_dt: start, end_dt: end, required_qty: 1_000 }
    const shift = await post('shift', '/admin/shifts', { event_id: event.id, role_id: role.id, ...times })
    shift_ids.push(shift.id)
  }
  const people: string[] = []
  for (let n = 0; n < INVITATIONS; n++) {
    const person = await post('person', '/admin/people', {
      first_name: 'Kim',
      last_name: `Kaos ${n}`,
      email: `kim${n}@volunteer.example`,
    })
    people.push(person.id)
  }
  return { event_id: event.id, shift_ids, headers, people }
}

/** Invites the people and returns the tokens of their links. */
async function invite({ shift_ids, headers, people }: Planned, address: string): Promise<string[]> {
  const assigned = await call('assign', `${address}/admin/assign`, {
    headers,
    body: { shift_id: shift_ids[0], person_ids: people },
  })
  const tokens: string[] = []
  for (const { id } of assigned.assignments) {
    const url = `${address}/admin/assignments/${id}/send-invite`
    const { assignment } = await call('invite', url, { headers, body: { method: 'EMAIL' } })
    tokens.push(assignment.token)
  }
  return tokens
}

async function answer(tokens: readonly string[], addresses: readonly string[]): Promise<void> {
  for (const [n, token] of tokens.entries()) {
    const url = `${addresses[n % addresses.length]}/assignment/${token}`
    await call('link', url)
    await call('answer', `${url}/confirm`, { body: { confirm: n % 3 > 0 } })
  }
}

async function allSent(): Promise<Record<string, number>> {
  await until(isSettled, { what: 'messages wait', ms: 60_000, every_ms: 200 })
  return Object.fromEntries((await countMessages()).map(({ status, count }) => [status, count]))
}

async function isSettled(): Promise<boolean> {
  return (await countMessages()).every(({ status }) => !['QUEUED', 'SENDING'].includes(status))
}

function countMessages() {
  return query<{ status: string; count: number }>(
    'select status, count(*)::int as count from message where digest_id is null group by status',
  )
}

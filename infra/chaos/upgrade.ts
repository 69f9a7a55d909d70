import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '../../apps/api/src/db/embedded.ts'
import { migrate } from '../../apps/api/src/db/migrate.ts'
import { DAY_MS } from '../../packages/contract/src/rules/instants.ts'
import { prepareSettings, ROOT, startProcess, startServer, terminate, until } from '../run/start-programs.ts'
import { startSignUpLoad } from './sign-up-load.ts'

/*
 * Runs the previous version on the newest schema: its server and worker run beside those of this checkout, and take
 * every second request. `--from` names it; the default is the newest tag.
 */

const run = promisify(execFile)
const ADMINISTRATOR = { email: 'asa@muster.example', password: 'three blue bikes' }
const INVITATIONS = 20

/** `old` is the checkout of the previous version. */
type Scene = { old: string; url: string; env: Record<string, string> }

export async function upgrade({ from, seconds = 10 }: { from?: string; seconds?: number }): Promise<void> {
  const { stdout } = await run('git', ['tag', '--list', 'v*', '--sort=-version:refname'], { cwd: ROOT })
  const version = from ?? stdout.split('\n')[0]
  if (!version) return console.log('No version has a tag: name a commit with --from.')
  const dir = await mkdtemp(path.join(tmpdir(), 'muster-upgrade-'))
  const old = path.join(dir, 'old')
  await run('git', ['worktree', 'add', '--detach', old, version], { cwd: ROOT })
  const { url, stop } = await startEmbeddedPostgres({ dir: path.join(dir, 'postgres') })
  try {
    await run('npx', ['-y', 'pnpm@12.21.0', 'install', '--frozen-lockfile', '--prefer-offline'], {
      cwd: old,
      env: { ...process.env, CI: 'true' },
    })
    const settings = { DATABASE_CONNECTIONS: '8' }
    const scene = { old, url, env: await prepareSettings(url, path.join(dir, 'data'), settings) }
    await createAdministrator(scene)
    const before = await listColumns(scene)
    await migrate(url)
    const changed = (await listColumns(scene)).filter((column) => !before.includes(column))
    console.log(`${version} on the newest schema, which has ${changed.length} columns more`)
    await serve(scene, seconds)
  } finally {
    await stop()
    await run('git', ['worktree', 'remove', '--force', old], { cwd: ROOT })
    await rm(dir, { recursive: true, force: true })
  }
}

async function serve(scene: Scene, seconds: number): Promise<void> {
  const { old, env } = scene
  const first = await startServer(env, { root: old })
  const second = await startServer(env)
  const workers = await Promise.all([startProcess('worker', env, old), startProcess('worker', env)])

  const planned = await plan(scene, first.address)
  let turn = 0
  const load = startSignUpLoad(planned, () => (turn++ % 2 === 0 ? first.address : second.address), 4)
  const invited = await invite(planned, first.address)
  await answer(invited, [first.address, second.address])
  await sleep(seconds * 1_000)
  await load.stop()
  const messages = await allSent(scene)

  await terminate(first.server, second.server, ...workers)
  const refused = load.answers.filter(({ status }) => status >= 400).map(({ status }) => status)
  const broken = load.unanswered.length
  console.log({
    requests: load.answers.length,
    sign_ups: load.acknowledged.length,
    broken,
    answered_invitations: invited.length,
    messages,
    refused,
  })
  assert.deepEqual(
    { refused, broken, statuses: Object.keys(messages) },
    { refused: [], broken: 0, statuses: ['SENT'] },
  )
}

/** Creates an administrator with the code of the previous version, which also creates its schema. */
async function createAdministrator({ old, env }: Scene): Promise<void> {
  const given = `--email ${ADMINISTRATOR.email} --organization Kaos --language sv --country SE --time-zone Europe/Stockholm`
  const command = run(
    process.execPath,
    ['--import', 'tsx', 'src/processes/cli.ts', 'create-admin', ...given.split(' ')],
    { cwd: path.join(old, 'apps/api'), env: { PATH: process.env.PATH, ...env } },
  )
  command.child.stdin?.end(`${ADMINISTRATOR.password}\n`)
  await command
}

async function query<Row extends object>({ url }: Scene, text: string): Promise<Row[]> {
  const client = new Client(url)
  await client.connect()
  try {
    await client.query('set role muster_system')
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

async function listColumns(scene: Scene): Promise<string[]> {
  const rows = await query<{ name: string }>(
    scene,
    `
    select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
  `,
  )
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
async function plan(scene: Scene, address: string): Promise<Planned> {
  const login = await call('login', `${address}/auth/login`, { body: ADMINISTRATOR })
  const [organization] = await query<{ id: string }>(scene, 'select id from organization')
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

async function allSent(scene: Scene): Promise<Record<string, number>> {
  const count = () => query<{ status: string; count: number }>(scene, COUNT_MESSAGES)
  const isSettled = async () => (await count()).every(({ status }) => !['QUEUED', 'SENDING'].includes(status))
  await until(isSettled, { what: 'messages wait', ms: 60_000, every_ms: 200 })
  return Object.fromEntries((await count()).map(({ status, count: n }) => [status, n]))
}

const COUNT_MESSAGES =
  'select status, count(*)::int as count from message where digest_id is null group by status'

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'

let dir: string
const started: EmbeddedPostgres[] = []

beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), `muster-test-${process.pid}-`))
})
afterEach(async () => {
  for (const server of started.splice(0)) await server.stop()
  rmSync(dir, { recursive: true, force: true })
})

test('keeps its data over a stop and a second start', async () => {
  const first = await start()
  await query(first.url, 'create table kept as select 7 as seven')
  await first.stop()
  await expect(query(first.url, 'select 1')).rejects.toThrow('ECONNREFUSED')

  const second = await start()
  expect(second.reused).toBe(false)
  expect(await query(second.url, 'select seven from kept')).toEqual([{ seven: 7 }])
})

test('writes durably unless told otherwise', async () => {
  const server = await start()
  expect(await query(server.url, 'show fsync')).toEqual([{ fsync: 'on' }])
  expect(await query(server.url, 'show synchronous_commit')).toEqual([{ synchronous_commit: 'on' }])
})

test('lets nobody in without the password', async () => {
  const { url } = await start()
  await expect(query(url.replace(/:[^:@/]+@/, ':guess@'), 'select 1')).rejects.toThrow('password')
})

test('shares a running server, and only the last user stops it', async () => {
  const first = await start()
  const second = await start()
  expect(second).toMatchObject({ reused: true, url: first.url })

  await first.stop()
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await second.stop()
  await expect(query(second.url, 'select 1')).rejects.toThrow('ECONNREFUSED')
})

test('brings a killed server back on the same port with everything that was committed', async () => {
  const server = await start()
  await query(server.url, 'create table kept as select 7 as seven')
  process.kill(postmaster(), 'SIGKILL')
  await expect
    .poll(() => query(server.url, 'select seven from kept').catch(String), { timeout: 300_000 })
    .toEqual([{ seven: 7 }])
})

test('starts over the lock file of a process number that is another program now', async () => {
  await (await start()).stop()
  writeFileSync(lockFile(), `${process.pid}\n${dir}/data\n0\n1\n\n127.0.0.1\n\nready\n`)
  const server = await start()
  expect(server.reused).toBe(false)
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('says in one sentence why it does not start', async () => {
  await (await start()).stop()
  writeFileSync(path.join(dir, 'data', 'PG_VERSION'), '12\n')
  const failure = await start().catch((error: unknown) => String(error))
  expect(failure).toMatch(/did not start: database files are incompatible with server$/)
})

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dir })
  const stop = async () => {
    started.splice(started.indexOf(running), 1)
    await server.stop()
  }
  const running = { ...server, stop }
  started.push(running)
  return running
}

async function query(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

function lockFile(): string {
  return path.join(dir, 'data', 'postmaster.pid')
}

function postmaster(): number {
  return Number(readFileSync(lockFile(), 'utf8').split('\n')[0])
}

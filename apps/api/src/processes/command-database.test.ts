import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCommandLine } from '../../test/command-line.ts'
import { startEmbeddedPostgres } from '../db/embedded.ts'
import { prepareDatabase } from '../db/prepare-database.ts'

/* The database of a command. After a restore, "No message is held" of another database lets everything be sent twice. */

const { startMuster, execute, url, close } = await createCommandLine()
const empty = new URL(url)
let dir: string
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), `muster-test-${process.pid}-`))
  empty.pathname = `${empty.pathname.slice(1)}_empty`
  await execute(`create database ${empty.pathname.slice(1)}`)
})
afterAll(async () => {
  await execute(`drop database ${empty.pathname.slice(1)} with (force)`)
  await rm(dir, { recursive: true, force: true })
  await close()
})

test('is named first, without its password, and standard output has the answer alone', async () => {
  const { host, pathname, username, password } = new URL(url)
  const { code, out, err } = await startMuster(['list-held'], { env: { NODE_ENV: 'test' } })
  expect({ code, out }).toEqual({ code: 0, out: 'No message is held.\n' })
  const first = `Database: ${pathname.slice(1)} at ${host}, as ${username} (DATABASE_URL)\n`
  expect(err).toBe(first)
  expect(password).not.toBe('')
  expect(err).not.toContain(password)
})

test('is named before a setting that looks misspelt', async () => {
  const { code, err } = await startMuster(['list-held'], {
    env: { NODE_ENV: 'test', TRUSTED_PROXY: '10.0.0.1' },
  })
  expect(code).toBe(0)
  expect(err).toMatch(
    /^Database: .*\nTRUSTED_PROXY is not a setting and is not read: is TRUSTED_PROXIES meant\?\n$/,
  )
})

test('is not made by a command without settings', async () => {
  const data_dir = path.join(dir, 'none')
  const env = { DATABASE_URL: '', MUSTER_DATA_DIR: data_dir }
  for (const command of ['hold-messages', 'list-held', 'migrate', 'doctor']) {
    expect(await startMuster([command], { env }), command).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        `DATABASE_URL is not set, and there is no database in ${data_dir}/postgres:`,
      ),
    })
  }
  expect(existsSync(data_dir)).toBe(false)
})

test('is the embedded one where npm start has made one', async () => {
  const data_dir = path.join(dir, 'laptop')
  const embedded = await startEmbeddedPostgres({
    dir: path.join(data_dir, 'postgres'),
    flags: ['--fsync=off'],
  })
  try {
    await prepareDatabase({ url: embedded.url, owner_url: undefined, connections: 2 })
    const env = { DATABASE_URL: '', MUSTER_DATA_DIR: data_dir }
    expect(await startMuster(['list-held'], { env })).toEqual({
      code: 0,
      out: 'No message is held.\n',
      err: `Database: the embedded one in ${data_dir}/postgres (DATABASE_URL is not set)\n`,
    })
  } finally {
    await embedded.stop()
  }
})

test('gets tables by migrate alone', async () => {
  const env = { DATABASE_URL: empty.href, NODE_ENV: 'test' }
  for (const command of ['hold-messages', 'list-held', 'create-admin']) {
    expect(await startMuster([command], { env }), command).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /\nThis database has no tables of Muster: name another one, or let .* make them\.\n$/,
      ),
    })
  }
  expect(await startMuster(['migrate'], { env })).toMatchObject({
    code: 0,
    out: 'The database is up to date.\n',
  })
  expect(await startMuster(['list-held'], { env })).toMatchObject({ code: 0, out: 'No message is held.\n' })
})

test('of a production process is not used with settings of a laptop unsaid', async () => {
  const { code, out, err } = await startMuster(['doctor'])
  expect(code).toBe(1)
  expect(err).toMatch(/^Database: .*\nNODE_ENV is not set: these are the settings of a laptop/)
  expect(out).toContain('WRONG  NODE_ENV is not set, so these are the settings of a laptop')
})

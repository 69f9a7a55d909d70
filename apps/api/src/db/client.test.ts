import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { hold } from '../../test/hold.ts'
import { openDb } from './client.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const PROGRAM = path.resolve(import.meta.dirname, '../../test/lose-connection.ts')

const loseConnection = (...words: string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', PROGRAM, ...words], {
    env: { ...process.env, DATABASE_URL: database.url },
    encoding: 'utf8',
  })

test('a transaction that loses its connection fails alone: the process lives, the next one works', () => {
  const { status, stdout } = loseConnection()
  expect(JSON.parse(stdout)).toEqual({ kept: false, works: true })
  expect(status).toBe(0)
})

test('negative control: without the listener of the connection the process ends', () => {
  const { status, stdout, stderr } = loseConnection('unguarded')
  expect(stdout).toBe('')
  expect(stderr).toContain("Unhandled 'error' event")
  expect(status).not.toBe(0)
})

test('the longest wait for a connection is that of the one at the head of the queue', async () => {
  const db = openDb({ url: database.url, max_connections: 1, announce: () => {}, onConnectionLost: () => {} })
  expect(db.longestWait()).toBe(0)
  const { held, release } = hold()
  const begun = hold()
  const first = db.system(() => {
    begun.release()
    return held
  })
  await begun.held
  const asked_at = performance.now()
  const second = db.system(async () => {})
  await expect.poll(() => db.longestWait()).toBeGreaterThan(20)
  const third = db.system(async () => {})
  expect(db.longestWait()).toBeGreaterThan(20)
  expect(db.longestWait()).toBeLessThanOrEqual(performance.now() - asked_at)
  release()
  await Promise.all([first, second, third])
  expect(db.longestWait()).toBe(0)
  await db.close()
})

import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { hold } from '../../test/hold.ts'
import { createDb, DB_TIMEOUTS, type Db, type DbTimeouts, rollBack, type Tx, writeLast } from './client.ts'

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

test('saturated is when the head of the queue for a connection waits too long', async () => {
  const db = open({ ...DB_TIMEOUTS, connect: 60_000, queue: 20 })
  expect(db.isSaturated()).toBe(false)
  const { held, release } = hold()
  const begun = hold()
  const first = db.system(() => {
    begun.release()
    return held
  })
  await begun.held
  expect(db.isSaturated()).toBe(false)
  const second = db.system(async () => {})
  await expect.poll(() => db.isSaturated()).toBe(true)
  const third = db.system(async () => {})
  expect(db.isSaturated()).toBe(true)
  release()
  await Promise.all([first, second, third])
  expect(db.isSaturated()).toBe(false)
  await db.close()
})

const open = (timeouts?: DbTimeouts) =>
  createDb({
    url: database.url,
    max_connections: 1,
    announce: () => {},
    onConnectionLost: () => {},
    timeouts,
  })
const remember = (tx: Tx, id: string) =>
  tx.client.query('insert into webhook_event (provider, provider_event_id) values ($1, $2)', ['test', id])
const listRemembered = async (db: Db) =>
  (
    await db.lookUp<{ id: string }>(
      `select provider_event_id as id from webhook_event where provider = 'test' order by 1`,
    )
  ).map(({ id }) => id)

test.each([false, true])(
  'statements are planned for growing tables, and not compiled: pooled %s',
  async (is_pooled) => {
    const db = createDb({
      url: database.url,
      is_pooled,
      max_connections: 1,
      announce: () => {},
      onConnectionLost: () => {},
    })
    const settings = `select name, setting from pg_settings where name in ('enable_seqscan', 'jit') order by name`
    const { rows } = await db.system((tx) => tx.client.query(settings))
    expect(rows).toEqual([
      { name: 'enable_seqscan', setting: 'off' },
      { name: 'jit', setting: 'off' },
    ])
    await db.close()
  },
)

describe('the end of a transaction', () => {
  test('last writes are sent with the commit: all are kept, or none', async () => {
    const db = open()
    await db.system(async (tx) => writeLast(tx, [remember(tx, 'a'), remember(tx, 'b')]))
    expect(await listRemembered(db)).toEqual(['a', 'b'])
    const repeated = db.system(async (tx) => writeLast(tx, [remember(tx, 'c'), remember(tx, 'a')]))
    await expect(repeated).rejects.toThrow('duplicate key')
    expect(await listRemembered(db)).toEqual(['a', 'b'])
    await db.close()
  })

  test('work that hides a failed statement is not reported as committed', async () => {
    const db = open()
    const hidden = db.system(async (tx) => {
      await remember(tx, 'hidden')
      await tx.client.query('select 1 / 0').catch(() => undefined)
    })
    await expect(hidden).rejects.toThrow('the transaction was rolled back')
    expect(await listRemembered(db)).not.toContain('hidden')
    await db.close()
  })

  test('work may return a result and keep nothing', async () => {
    const db = open()
    const result = await db.system(async (tx) => {
      await remember(tx, 'undone')
      rollBack(tx)
      return 'result'
    })
    expect(result).toBe('result')
    expect(await listRemembered(db)).not.toContain('undone')
    await db.close()
  })
})

test('of statements sent together the failure of the first is thrown, however late its caller passes it on', async () => {
  const db = open(DB_TIMEOUTS)
  const failed = db.system((tx) => Promise.all([slowly(divide(tx, 0)), divide(tx, 1)]))
  await expect(failed).rejects.toMatchObject({ code: '22012' })
  const failed_last = db.system(async (tx) => writeLast(tx, [slowly(divide(tx, 0)), divide(tx, 1)]))
  await expect(failed_last).rejects.toMatchObject({ code: '22012' })
  await db.close()
})

async function slowly(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
    throw error
  }
}

const divide = (tx: Tx, by: number) => tx.client.query(`select 1 / ${by}`)

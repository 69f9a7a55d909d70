import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { eventually } from '../../test/eventually.ts'
import { buildApp } from '../app.ts'
import { newId } from '../db/ids.ts'
import { workerHeartbeat } from '../db/schema.ts'

const READY = { status: 'ready', database: 'ok', live_bus: 'connected' }

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())

const ask = async (url: string) => {
  const answer = await api.inject({ url })
  return { status: answer.statusCode, body: answer.json() }
}

describe('/healthz', () => {
  it('says that the process lives', async () => {
    expect(await ask('/healthz')).toEqual({ status: 200, body: { status: 'ok' } })
  })
})

describe('/readyz', () => {
  it('reports how long ago a worker was heard', async () => {
    await eventually(async () =>
      expect(await ask('/readyz')).toEqual({ status: 200, body: { ...READY, worker_age_seconds: null } }),
    )
    await api.deps.db.system((tx) =>
      tx.insert(workerHeartbeat).values([
        { worker_id: newId(), beat_at: '2020-01-01T00:00:00.000Z' },
        { worker_id: newId(), beat_at: new Date(Date.now() - 90_000).toISOString() },
      ]),
    )
    await eventually(async () => {
      const { body } = await ask('/readyz')
      expect(body.worker_age_seconds).toBeGreaterThanOrEqual(85)
      expect(body.worker_age_seconds).toBeLessThan(600)
    })
  })

  it('is not ready when a migration is missing, and the process lives on', async () => {
    const { pool } = api.deps.db
    await pool.query(
      'begin read write; update drizzle.__drizzle_migrations set created_at = created_at - 1000; commit',
    )
    await eventually(async () =>
      expect(await ask('/readyz')).toMatchObject({ status: 503, body: { code: 'busy', retry_after: 2 } }),
    )
    expect((await ask('/healthz')).status).toBe(200)
    await pool.query(
      'begin read write; update drizzle.__drizzle_migrations set created_at = created_at + 1000; commit',
    )
    await eventually(async () => expect((await ask('/readyz')).status).toBe(200))
  })

  it('waits a second for the database, not longer, and stays ready when it is away', async () => {
    await eventually(async () => expect(await ask('/readyz')).toMatchObject({ body: READY }))
    const away = { status: 200, body: { ...READY, database: 'away', worker_age_seconds: null } }
    vi.spyOn(api.deps.db, 'lastAnswerAt').mockReturnValue(0)
    vi.spyOn(api.deps.db, 'system').mockImplementationOnce(() => new Promise(() => {}))
    expect(await ask('/readyz')).toEqual(away)
    vi.spyOn(api.deps.db, 'system').mockRejectedValueOnce(new Error('Connection terminated'))
    expect(await ask('/readyz')).toEqual(away)
  })

  it('is not ready before the database has answered once, and when it answers that a table is gone', async () => {
    const own = await buildTestApp()
    const status = async () => (await own.inject({ url: '/readyz' })).statusCode
    vi.spyOn(own.deps.db, 'system').mockRejectedValueOnce(new Error('Connection terminated'))
    expect(await status()).toBe(503)
    await eventually(async () => expect(await status()).toBe(200))
    const gone = Object.assign(new Error('relation does not exist'), { code: '42P01' })
    vi.spyOn(own.deps.db, 'system').mockRejectedValueOnce(gone)
    expect(await status()).toBe(503)
    await own.close()
  })

  it('stays ready behind a long queue, as long as others are answered', async () => {
    const { db } = api.deps
    await eventually(async () => {
      vi.spyOn(db, 'system').mockImplementationOnce(async () => {
        await db.system(async () => {})
        return new Promise(() => {})
      })
      expect(await ask('/readyz')).toEqual({ status: 200, body: { ...READY, worker_age_seconds: null } })
    })
  })
})

describe('a database without disk space', () => {
  it('is reported, while servers that can still read stay ready', async () => {
    const own = await buildTestApp()
    const full = sql`do $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`
    await expect(own.deps.db.system((tx) => tx.execute(full))).rejects.toThrow()
    await eventually(async () => {
      const answer = await own.inject({ url: '/readyz' })
      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toMatchObject({ database: 'full' })
    })
    const metrics = await own.inject({ url: '/metrics', headers: { host: 'localhost' } })
    expect(metrics.body).toMatch(/^muster_database_full 1$/m)
    await own.close()
  })
})

describe('the end of a server', () => {
  it('is told by /readyz first, while calls are served on, and neither logged nor counted as an error', async () => {
    const config = { ...api.deps.config, shutdown_delay_ms: 5_000, metrics_token: 'token-of-the-operator' }
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) })
    const app = await buildApp({ ...api.deps, config, log })
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const status = async (path: string) => {
      const answer = await fetch(address + path)
      await answer.arrayBuffer()
      return { status: answer.status, connection: answer.headers.get('connection') }
    }
    expect(await status('/readyz')).toEqual({ status: 200, connection: 'keep-alive' })
    const ended = app.close()
    await eventually(async () =>
      expect(await status('/readyz')).toEqual({ status: 503, connection: 'close' }),
    )
    // Not 503: `connection: close` already sends the client elsewhere.
    expect(await status('/healthz')).toEqual({ status: 200, connection: 'close' })
    const headers = { authorization: 'Bearer token-of-the-operator' }
    const figures = await (await fetch(`${address}/metrics`, { headers })).text()
    expect(figures.match(/^muster_http_request_duration_seconds_count.*status="5.*$/gm)).toBeNull()
    await ended
    expect(lines).toEqual([])
  })
})

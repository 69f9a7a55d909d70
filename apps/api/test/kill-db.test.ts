import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DatabaseChaos, faults, openDatabaseChaos } from '../../../infra/chaos/kill-db.ts'

/* Short version of infra/chaos/run-kill-db.ts. */

/** ms. The product refuses a request after 5 s; a busy machine is slower. */
const LONGEST = 8_000
/** ms. A statement in flight waits for its query timeout, a new request only for a connection. */
const SILENT = { slowest: 25_000, slowest_new: LONGEST }
/** Longer than a start may take. */
const TIMEOUT = 300_000

let chaos: DatabaseChaos
beforeAll(async () => {
  chaos = await openDatabaseChaos()
}, TIMEOUT)
afterAll(() => chaos.close(), TIMEOUT)

// Uses the same processes, so that each fault meets what the previous one left behind.
test.each(faults)(
  '%s: server and worker live on, and no acknowledged sign-up is lost',
  async (fault) => {
    const { acknowledged, statuses, slowest, slowest_new, ...suffered } = await chaos.suffer(fault)
    expect(suffered).toMatchObject({ are_alive: true, lost: 0, unanswered: [], without_retry_after: 0 })
    expect(acknowledged).toBeGreaterThan(0)
    expect(['200', '201', '503']).toEqual(expect.arrayContaining(Object.keys(statuses)))
    // PostgreSQL stays up, and the pool replaces idle sessions: a request need not be refused.
    if (fault !== 'every session terminated') expect(statuses[503]).toBeGreaterThan(0)
    const limits = fault === 'host silent' ? SILENT : { slowest: LONGEST, slowest_new: LONGEST }
    expect(slowest).toBeLessThan(limits.slowest)
    expect(slowest_new).toBeLessThan(limits.slowest_new)
  },
  TIMEOUT,
)

test(
  'a server and a worker end cleanly behind a silent database',
  async () => {
    const { server, worker } = await chaos.endInSilence()
    expect([server.code, worker.code]).toEqual([0, 0])
  },
  TIMEOUT,
)

test(
  'after all that, SIGTERM ends them as ever',
  async () => {
    const { server, worker } = await chaos.end()
    expect([server.code, worker.code]).toEqual([0, 0])
  },
  TIMEOUT,
)

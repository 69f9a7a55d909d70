import { expect, test } from 'vitest'
import { restartUnderLoad } from '../../../infra/chaos/rolling-restart.ts'
import { createTestDatabase } from './database.ts'

/** Errors before a request was answered, after which a load balancer tries the next server. */
const CONNECTION_LEVEL = ['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET']

test.each([
  { shutdown_delay_s: 5, what: 'a balancer that notices in time', cut: [] },
  { shutdown_delay_s: 0, what: 'one that does not, and tries elsewhere', cut: CONNECTION_LEVEL },
])(
  'a server that is replaced fails no request: $what',
  async ({ shutdown_delay_s, cut }) => {
    const database = await createTestDatabase()
    const { statuses, retried, exit_code } = await restartUnderLoad({
      database_url: database.url,
      shutdown_delay_s,
    })
    await database.drop()
    expect(statuses).toEqual([200, 201])
    expect(cut).toEqual(expect.arrayContaining([...new Set(retried)]))
    expect(exit_code).toBe(0)
  },
  300_000,
)

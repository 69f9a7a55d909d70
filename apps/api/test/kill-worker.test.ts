import { expect, test } from 'vitest'
import { killWorker } from '../../../infra/chaos/kill-worker.ts'
import { createTestDatabase } from './database.ts'

/* Short version of infra/chaos/run-kill-worker.ts. */

test.each([
  { work: 'sent', mail: 'sendgrid', kills: 2 },
  { work: 'sent', mail: 'smtp', kills: 1 },
  { work: 'tasks', mail: 'sendgrid', kills: 1 },
] as const)(
  '$work, $mail: a worker killed while it sends loses nothing and sends nothing twice',
  async ({ work, mail, kills }) => {
    const database = await createTestDatabase()
    const result = await killWorker({ database_url: database.url, messages: 120, work, kills, mail })
    await database.drop()
    expect(result).toMatchObject({ lost: 0, duplicates: 0 })
    const { UNKNOWN = 0, SENT = 0, DELIVERED = 0 } = result.statuses
    expect(SENT + DELIVERED + UNKNOWN).toBe(result.messages)
    // A provider that can be asked leaves nothing UNKNOWN.
    if (mail === 'sendgrid') expect(UNKNOWN).toBe(0)
  },
  300_000,
)

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { findHalfStates, isFlawless, killApi } from '../../../infra/chaos/kill-api.ts'
import { createTestDatabase } from './database.ts'
import { openPatientDb } from './patient.ts'

/* Short version of infra/chaos/run-kill-api.ts. Concurrent, because each mostly waits for its servers to start. */

const TIMEOUT = 300_000

test.concurrent(
  'a server killed while people sign up loses no sign-up, leaves none half done and takes no second place',
  async () => {
    const database = await createTestDatabase()
    const killed = await killApi({ database_url: database.url, kills: 1 })
    expect(killed).toMatchObject({ lost: 0, answered_differently: 0, taken_again: 0 })
    expect(isFlawless(killed)).toBe(true)
    expect(killed.acknowledged).toBeGreaterThan(0)
    expect(killed.broken_requests).toBeGreaterThan(0)
    expect(await tamper(database.url)).toEqual({
      assignments_without_email: 1,
      emails_without_assignment: 1,
      assignments_without_answer: 2,
      answers_without_assignment: 2,
      people_without_assignment: 2,
    })
    await database.drop()
  },
  TIMEOUT,
)

test.concurrent(
  'a server that answers before it commits loses sign-ups when it is killed',
  async () => {
    let lost = 0
    // A kill between two sign-ups loses none.
    for (let kill = 0; kill < 5 && lost === 0; kill++) {
      const database = await createTestDatabase()
      ;({ lost } = await killApi({ database_url: database.url, kills: 1, program: 'early_server' }))
      await database.drop()
    }
    expect(lost).toBeGreaterThan(0)
  },
  TIMEOUT,
)

/** Inserts four sign-ups, each incomplete in a different way. */
async function tamper(url: string) {
  const db = openPatientDb(url)
  try {
    await db.system(async (tx) => {
      const { rows } = await tx.execute<{ id: string }>('select id from assignment limit 4')
      const [no_email, no_place, no_answer, other_answer] = rows.map(({ id }) => id)
      await tx.execute(`delete from message where facts->>'assignment_id' = '${no_email}'`)
      await tx.execute(`delete from assignment where id = '${no_place}'`)
      await tx.execute(`delete from idempotency_key where answer->>'assignment_id' = '${no_answer}'`)
      await tx.execute(`
        update idempotency_key set answer = answer || '{"assignment_id": "${randomUUID()}"}'
        where answer->>'assignment_id' = '${other_answer}'
      `)
      await tx.execute(`
        insert into person (organization_id, id, first_name, last_name, email, identity_key)
        select id, '${randomUUID()}', 'Kim', 'Kaos', 'kim@volunteer.example', 'kim' from organization
      `)
    })
    return await findHalfStates(db)
  } finally {
    await db.close()
  }
}

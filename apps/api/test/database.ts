import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { inject } from 'vitest'

export type TestDatabase = { url: string; drop: () => Promise<void> }

/** Takes 20–30 ms. `drop` fails if a connection is open: a leak in a test would hide one in the product. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdmin((admin) => admin.query(`create database ${name} template template_muster strategy file_copy`))
  const url = new URL(inject('serverUrl'))
  url.pathname = name
  return { url: url.href, drop: () => asAdmin((admin) => drop(admin, name)) }
}

async function drop(admin: Client, name: string): Promise<void> {
  const left = await listConnections(admin, name)
  await admin.query(`drop database ${name} with (force)`)
  if (left.length > 0)
    throw new Error(`${left.length} connections were left open; last seen: ${left.join(' | ')}`)
}

/** Waits, because the server notices a closed connection later than the client, on a busy machine by seconds. */
async function listConnections(admin: Client, name: string): Promise<string[]> {
  for (const until_ms = performance.now() + 30_000; ; await sleep(50)) {
    const { rows } = await admin.query<{ query: string }>(
      "select query from pg_stat_activity where datname = $1 and backend_type = 'client backend'",
      [name],
    )
    if (rows.length === 0 || performance.now() > until_ms) return rows.map((row) => row.query)
  }
}

async function asAdmin(work: (admin: Client) => Promise<unknown>): Promise<void> {
  const admin = new Client(inject('serverUrl'))
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}

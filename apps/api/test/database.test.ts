import { Client } from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from './database.ts'

test('gives every caller a migrated database of its own', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  const client = await connect(one.url)
  const { rows } = await client.query(
    "select count(*)::int as tables from pg_tables where tablename = 'shift'",
  )
  expect(rows).toEqual([{ tables: 1 }])
  expect(one.url).not.toBe(other.url)
  await client.end()
  await one.drop()
  await other.drop()
})

test('a connection left open fails the drop', async () => {
  const database = await createTestDatabase()
  const leaked = await connect(database.url)
  leaked.on('error', () => {})
  await leaked.query('select 42')
  await expect(database.drop()).rejects.toThrow('1 connections were left open; last seen: select 42')
})

async function connect(url: string): Promise<Client> {
  const client = new Client(url)
  await client.connect()
  return client
}

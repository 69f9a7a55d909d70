import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPatientDb } from '../../test/patient.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'
import { hasEveryMigration } from './migrate.ts'
import { prepareDatabase } from './prepare-database.ts'

/* Uses its own server, because roles belong to a server and that of the other tests already has ours. */

let dir: string
let server: EmbeddedPostgres
beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), `muster-test-${process.pid}-`))
  server = await startEmbeddedPostgres({ dir, flags: ['--fsync=off'] })
  await execute(`create role nobody_special login password 'x'`)
  await execute(`create role creator login createrole password 'x'`)
  await execute(`create role runner login password 'x'`)
})
afterAll(async () => {
  await server.stop()
  rmSync(dir, { recursive: true, force: true })
})

async function execute(statement: string, url = server.url): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

async function createDatabase(owner: string) {
  const name = `of_${owner}`
  await execute(`create database ${name} owner ${owner}`)
  return (login: string) => {
    const url = new URL(server.url)
    Object.assign(url, { pathname: name, username: login, password: 'x' })
    return url.href
  }
}

async function isReady(url: string): Promise<boolean> {
  const db = createPatientDb(url)
  try {
    return await db.system(hasEveryMigration)
  } finally {
    await db.close()
  }
}

test('a login without CREATEROLE is told what to run, and running it is enough', async () => {
  const as = await createDatabase('nobody_special')
  const url = as('nobody_special')
  const prepare = () => prepareDatabase({ connections: 2, url, owner_url: undefined })
  await expect(prepare()).rejects.toThrow(
    /^The login nobody_special may not create roles: run .* admin option`\.$/,
  )
  await execute(
    'create role muster_app nologin; create role muster_system nologin; grant muster_app, muster_system to nobody_special with admin option',
  )
  await prepare()
  expect(await isReady(url)).toBe(true)
})

test('the login of DATABASE_URL gets the roles from the one of DATABASE_OWNER_URL', async () => {
  await execute('grant muster_app, muster_system to creator with admin option')
  const as = await createDatabase('creator')
  await prepareDatabase({ connections: 2, url: as('runner'), owner_url: as('creator') })
  expect(await isReady(as('runner'))).toBe(true)
})

test('an owner that may not grant them says so', async () => {
  await execute(
    'create role stranger login password $$x$$; revoke admin option for muster_app from creator cascade',
  )
  const logins = { url: new URL(server.url), owner_url: new URL(server.url) }
  for (const url of Object.values(logins)) url.pathname = 'of_creator'
  Object.assign(logins.url, { username: 'stranger', password: 'x' })
  Object.assign(logins.owner_url, { username: 'creator', password: 'x' })
  await expect(
    prepareDatabase({ connections: 2, url: logins.url.href, owner_url: logins.owner_url.href }),
  ).rejects.toThrow('The login stranger of DATABASE_URL may not act as muster_app')
})

test('a wrong DATABASE_OWNER_URL is named', async () => {
  await expect(
    prepareDatabase({ connections: 2, url: server.url, owner_url: 'postgres://x@127.0.0.1:1/x' }),
  ).rejects.toThrow('correct DATABASE_OWNER_URL')
})

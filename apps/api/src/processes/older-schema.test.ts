import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client, type QueryResultRow } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCommandLine } from '../../test/command-line.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded.ts'
import { prepareDatabase } from '../db/prepare-database.ts'

/* Databases whose migrations were replaced by the schema of the first release. */

const OLDER_JOURNAL = `
  insert into drizzle.__drizzle_migrations (hash, created_at)
  values ('first', 1785000000000), ('last', 1795954513624)`
const OLDER_SCHEMA = `
  create schema drizzle;
  create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
  create table organization (name text);
  insert into organization values ('Kaos');
  ${OLDER_JOURNAL}`

let data_dir: string
beforeAll(() => {
  data_dir = mkdtempSync(path.join(tmpdir(), 'muster-older-'))
  // PostgreSQL runs as another account where the tests run as root.
  chmodSync(data_dir, 0o755)
})
afterAll(() => rmSync(data_dir, { recursive: true }))

async function open<T>(dir: string, work: (embedded: EmbeddedPostgres) => Promise<T>): Promise<T> {
  const embedded = await startEmbeddedPostgres({ dir, flags: ['--fsync=off'] })
  try {
    return await work(embedded)
  } finally {
    await embedded.stop()
  }
}

const query = (dir: string, statement: string) =>
  open(dir, async ({ url }) => {
    const client = new Client(url)
    await client.connect()
    try {
      return (await client.query<QueryResultRow>(statement)).rows
    } finally {
      await client.end()
    }
  })

test('npm start names the command that moves the folder aside, and leaves it as it is', async () => {
  const home = path.join(data_dir, 'postgres')
  await query(home, OLDER_SCHEMA)
  const aside = `${home}-2026-11-29`
  const command = `mv "${home}" "${aside}"`
  const start = spawnSync(process.execPath, ['--import', 'tsx', 'src/processes/start.ts'], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: { PATH: process.env['PATH'], MUSTER_DATA_DIR: data_dir },
    encoding: 'utf8',
  })
  expect(start).toMatchObject({
    status: 1,
    stdout: '',
    stderr: `The database in ${home} was made before the first release and cannot be upgraded: move it aside with \`${command}\`, then start again.\n`,
  })
  expect(await query(home, 'select name from organization')).toEqual([{ name: 'Kaos' }])

  execFileSync('sh', ['-c', command])
  expect(existsSync(home)).toBe(false)
  await open(home, ({ url }) => prepareDatabase({ url, home, owner_url: undefined, connections: 2 }))
  expect(await query(aside, 'select name from organization')).toEqual([{ name: 'Kaos' }])
})

test('a database of production is to be exported first', async () => {
  const { startMuster, execute, close } = await createCommandLine()
  try {
    expect(await startMuster(['migrate'])).toMatchObject({ code: 0 })
    await execute('delete from drizzle.__drizzle_migrations')
    await execute(OLDER_JOURNAL)
    expect(await startMuster(['migrate'])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /^Database: .*\nNODE_ENV .*\nThis database was made before the first release and cannot be upgraded: export its organisations with the version that made it \(docs\/export\.md\), then name an empty database\.\n$/,
      ),
    })
  } finally {
    await close()
  }
})

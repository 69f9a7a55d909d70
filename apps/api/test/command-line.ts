import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { Client, type QueryResultRow } from 'pg'
import { API, ROOT } from '../../../infra/chaos/api-process.ts'
import { getBundle } from '../../../infra/chaos/bundles.ts'
import { createTestDatabase } from './database.ts'

type Given = { input?: string; env?: Record<string, string> }

/** `npm run muster` as a process of its own, with a database and a data directory. */
export async function openCommandLine() {
  const database = await createTestDatabase()
  const data_dir = await mkdtemp(path.join(tmpdir(), 'muster-cli-'))

  async function muster(args: string[], { input = '', env = {} }: Given = {}) {
    const child = spawn(process.execPath, [await getBundle('cli', ROOT), ...args], {
      cwd: API,
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: database.url,
        MUSTER_DATA_DIR: data_dir,
        ...env,
      },
    })
    child.stdin.end(input)
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
    return { code, out, err }
  }

  async function execute<Row extends QueryResultRow>(sql: string, values: readonly string[] = []) {
    const client = new Client(database.url)
    await client.connect()
    try {
      return await client.query<Row>(sql, [...values])
    } finally {
      await client.end()
    }
  }

  return {
    muster,
    execute,
    data_dir,
    close: async () => {
      await database.drop()
      await rm(data_dir, { recursive: true })
    },
  }
}

import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { Client, type QueryResultRow } from 'pg'
import pino from 'pino'
import { getBundle } from '../../../infra/run/bundle-programs.ts'
import { API, ROOT } from '../../../infra/run/start-programs.ts'
import { readConfig } from '../src/config.ts'
import { findCommand } from '../src/processes/commands.ts'
import { sentenceOf } from '../src/processes/run-process.ts'
import { createTestDatabase } from './database.ts'

type Given = { input?: string; env?: Record<string, string> }

/** Runs `npm run muster` with its own database and data directory. */
export async function createCommandLine() {
  const database = await createTestDatabase()
  const data_dir = await mkdtemp(path.join(tmpdir(), 'muster-cli-'))
  const settings = { DATABASE_URL: database.url, MUSTER_DATA_DIR: data_dir }

  /** Runs a command in this process. */
  async function muster([name = '', ...args]: string[], env: Record<string, string> = {}) {
    const command = findCommand(name)
    if (!command) throw new Error(`there is no command ${name}`)
    let out = ''
    const print = (line: string) => {
      out += `${line}\n`
    }
    try {
      const config = readConfig({ NODE_ENV: 'test', ...settings, ...env }, ROOT, 'command')
      await command({ config, log: pino({ enabled: false }), args, print, warn: () => {} })
      return { code: 0, out, err: '' }
    } catch (error) {
      return { code: 1, out, err: `${sentenceOf(error)}\n` }
    }
  }

  /** Runs a command in its own process. */
  async function startMuster(args: string[], { input = '', env = {} }: Given = {}) {
    const child = spawn(process.execPath, [await getBundle('cli', ROOT), ...args], {
      cwd: API,
      env: { PATH: process.env['PATH'], ...settings, ...env },
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
    startMuster,
    execute,
    url: database.url,
    data_dir,
    close: async () => {
      await database.drop()
      await rm(data_dir, { recursive: true })
    },
  }
}

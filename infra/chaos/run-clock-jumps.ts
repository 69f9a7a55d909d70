import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readConfig } from '../../apps/api/src/config.ts'
import { startEmbeddedPostgres } from '../../apps/api/src/db/embedded.ts'
import { migrate } from '../../apps/api/src/db/migrate.ts'
import { loadKeys } from '../../apps/api/src/signing/keys.ts'
import { openPatientDb } from '../../apps/api/test/patient.ts'
import { SmtpFake } from '../fakes/smtp.ts'
import { API, ended, getProgram, isAlive, startProcess, startServer, until } from '../run/start-programs.ts'
import { findHalfStates } from './kill-api.ts'
import { buildOpening, startSignUpLoad } from './sign-up-load.ts'

/* Lets the clock of a server and a worker jump while people sign up and get their confirmation. The database keeps
 * its own clock. It fails if the load stops, a sign-up is lost, or an e-mail is sent twice or never. */

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '1' } } })

const JUMPS = ['+1h', '-1h', '+0', '+1d', '-1d', '+0']
/** Number of sign-ups after each jump. */
const ENOUGH = 20

const dir = await mkdtemp(path.join(tmpdir(), 'muster-clock-'))
const clock = path.join(dir, 'clock')
await writeFile(clock, '+0')
const [server, smtp] = await Promise.all([
  startEmbeddedPostgres({ dir: path.join(dir, 'postgres') }),
  SmtpFake.open(),
])
try {
  await migrate(server.url)
  await jump()
} finally {
  await Promise.all([server.stop(), smtp.close()])
  await rm(dir, { recursive: true, force: true })
}

async function jump(): Promise<void> {
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: server.url,
    MUSTER_DATA_DIR: dir,
    SIGNUPS_PER_MINUTE: '1000000',
    REQUESTS_PER_MINUTE: '1000000',
    MAIL_PROVIDER: 'smtp',
    SMTP_URL: smtp.url,
    LD_PRELOAD: findLibrary(),
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  await loadKeys(readConfig(env, API))
  const db = openPatientDb(server.url)
  const opening = await buildOpening(db)
  const worker = await startProcess('worker', env)
  const { server: api, address } = await startServer(env)
  const load = startSignUpLoad(opening, () => address)
  const seen: string[] = []
  for (let round = 1; round <= Number(values.rounds); round++) {
    for (const offset of JUMPS) {
      await writeFile(clock, offset)
      // The processes read the file once a second.
      await sleep(2_000)
      const enough = load.acknowledged.length + ENOUGH
      await until(() => load.acknowledged.length >= enough, {
        what: `sign-ups do not go on at ${offset}`,
        ms: 60_000,
      })
      seen.push(`${offset} ${await clockOf(address)}`)
    }
  }
  await load.stop()
  await until(isEmpty, { what: 'e-mails wait', ms: 120_000, every_ms: 200 })

  const kept = await db.lookUp<{ id: string }>('select id from assignment')
  const kept_ids = new Set(kept.map(({ id }) => id))
  const messages = await db.lookUp<{ id: string }>(`select id from message where template = 'confirmation'`)
  const sent = smtp.ledger.map(({ source }) => /^Message-ID: <([\w-]+)@/m.exec(source)?.[1])
  const half = await findHalfStates(db)
  const result = {
    clocks: seen,
    alive: isAlive(api) && isAlive(worker),
    acknowledged: load.acknowledged.length,
    refused: load.answers.filter(({ status }) => status >= 400).length,
    lost: load.acknowledged.filter((id) => !kept_ids.has(id)).length,
    half_states: Object.values(half).reduce((sum, count) => sum + count, 0),
    never_sent: messages.filter(({ id }) => !sent.includes(id)).length,
    sent_twice: sent.length - new Set(sent).size,
  }
  console.log(result)
  const harm = [result.refused, result.lost, result.half_states, result.never_sent, result.sent_twice]
  process.exitCode = result.alive && harm.every((count) => count === 0) ? 0 : 1
  for (const each of [api, worker]) each.kill('SIGTERM')
  await Promise.all([ended(api), ended(worker)])
  await db.close()

  async function isEmpty(): Promise<boolean> {
    const rows = await db.lookUp(
      `select id from message where status in ('QUEUED', 'SENDING', 'UNKNOWN') limit 1`,
    )
    return rows.length === 0
  }
}

/** Returns the time in the server's answers. */
async function clockOf(address: string): Promise<string | null> {
  const answer = await fetch(`${address}/healthz`)
  await answer.arrayBuffer()
  return answer.headers.get('date')
}

function findLibrary(): string {
  const arch = process.arch === 'x64' ? 'x86_64' : 'aarch64'
  getProgram('faketime')
  const file = `/usr/lib/${arch}-linux-gnu/faketime/libfaketimeMT.so.1`
  if (!existsSync(file)) throw new Error(`There is no ${file}: this program needs Debian's faketime.`)
  return file
}

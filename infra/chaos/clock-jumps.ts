import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SmtpFake } from '../fakes/smtp.ts'
import { type Database, withDatabase } from '../run/database.ts'
import {
  getProgram,
  isAlive,
  prepareSettings,
  startProcess,
  startServer,
  terminate,
  until,
} from '../run/start-programs.ts'
import { expectNoHalfStates } from './kill-api.ts'
import { buildOpening, countLost, startSignUpLoad } from './sign-up-load.ts'

/* Lets the clock of a server and a worker jump while people sign up and get their confirmation. The database keeps
 * its own clock. It fails if the load stops, a sign-up is lost, or an e-mail is sent twice or never. */

const JUMPS = ['+1h', '-1h', '+0', '+1d', '-1d', '+0']
/** Number of sign-ups after each jump. */
const ENOUGH = 20

export async function jumpClocks({ rounds = 1 }: { rounds?: number }): Promise<void> {
  const smtp = await SmtpFake.open()
  await withDatabase((database) => jump(database, smtp, rounds)).finally(() => smtp.close())
}

async function jump({ db, url, dir }: Database, smtp: SmtpFake, rounds: number): Promise<void> {
  const clock = path.join(dir, 'clock')
  await writeFile(clock, '+0')
  const env = await prepareSettings(url, dir, {
    MAIL_PROVIDER: 'smtp',
    SMTP_URL: smtp.url,
    LD_PRELOAD: findLibrary(),
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  })
  const opening = await buildOpening(db)
  const worker = await startProcess('worker', env)
  const { server, address } = await startServer(env)
  const load = startSignUpLoad(opening, () => address)
  for (let round = 1; round <= rounds; round++) {
    for (const offset of JUMPS) {
      await writeFile(clock, offset)
      // The processes read the file once a second.
      await sleep(2_000)
      await load.more(ENOUGH)
      console.log(offset, await clockOf(address))
    }
  }
  await load.stop()
  const isSent = async () => (await db.lookUp(OPEN)).length === 0
  await until(isSent, { what: 'e-mails wait', ms: 120_000, every_ms: 200 })

  const messages = await db.lookUp<{ id: string }>(`select id from message where template = 'confirmation'`)
  const sent = smtp.ledger.map(({ source }) => /^Message-ID: <([\w-]+)@/m.exec(source)?.[1])
  const harm = {
    alive: isAlive(server) && isAlive(worker),
    refused: load.answers.filter(({ status }) => status >= 400).length,
    lost: await countLost(db, load),
    never_sent: messages.filter(({ id }) => !sent.includes(id)).length,
    sent_twice: sent.length - new Set(sent).size,
  }
  console.log({ acknowledged: load.acknowledged.length, ...harm })
  assert.deepEqual(harm, { alive: true, refused: 0, lost: 0, never_sent: 0, sent_twice: 0 })
  await expectNoHalfStates(db)
  await terminate(server, worker)
}

const OPEN = `select id from message where status in ('QUEUED', 'SENDING', 'UNKNOWN') limit 1`

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

import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { generateKeys } from '../../apps/api/src/signing/keys.ts'
import { openPatientDb } from '../../apps/api/test/patient.ts'
import { SendGridFake } from '../fakes/sendgrid.ts'
import { ACCOUNT, TwilioFake } from '../fakes/twilio.ts'
import { API, ended, startProcess, startServer, until } from '../run/start-programs.ts'
import { openArchivedCluster } from './archived-cluster.ts'
import { buildOpening, startSignUpLoad } from './sign-up-load.ts'

/*
 * Restores to a point in time as in docs/runbook.md, during sign-ups and sends. Compares with what the stand-ins
 * accepted and what was acknowledged. With `--without-hold`, the negative control, messages are sent twice.
 */

const run = promisify(execFile)
const { values } = parseArgs({ options: { 'without-hold': { type: 'boolean', default: false } } })

/** Sending rates below that of the sign-ups, so that messages are waiting at the point in time. */
const SLOW = { MAILS_PER_SECOND: '8', SMS_PER_SECOND: '3' }
const SMS_EVERY_MS = 150
const UUID_LENGTH = 36

const dir = await mkdtemp(path.join(tmpdir(), 'muster-restore-'))
const times: Record<string, number> = {}
const [sendgrid, twilio, cluster] = await Promise.all([
  SendGridFake.open(),
  TwilioFake.open(),
  openArchivedCluster(),
])
const { link, session } = generateKeys()
const env = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'error',
  DATABASE_URL: cluster.url,
  DATABASE_CONNECTIONS: '8',
  MUSTER_DATA_DIR: dir,
  LINK_KEYS: link.join(','),
  SESSION_KEYS: JSON.stringify(session),
  SIGNUPS_PER_MINUTE: '1000000',
  REQUESTS_PER_MINUTE: '1000000',
  MAIL_PROVIDER: 'sendgrid',
  SENDGRID_API_KEY: 'SG.chaos',
  SENDGRID_HOST: sendgrid.url,
  SENDGRID_WEBHOOK_KEY: sendgrid.webhook_key,
  SMS_PROVIDER: 'twilio',
  TWILIO_ACCOUNT_SID: ACCOUNT.account_sid,
  TWILIO_AUTH_TOKEN: ACCOUNT.auth_token,
  TWILIO_HOST: twilio.url,
}

try {
  await muster('migrate')
  const lost = await operateUntilLost()
  await restore(lost)
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await cluster.close()
  await Promise.all([sendgrid.close(), twilio.close()])
  await rm(dir, { recursive: true, force: true })
}

type Lost = { at: string; acknowledged_before: string[]; lost_at: number }

/** Makes a backup under load, chooses a point in time, runs some seconds that will be lost, and ends the database. */
async function operateUntilLost(): Promise<Lost> {
  const db = openPatientDb(cluster.url)
  const opening = await buildOpening(db)
  await db.close()
  const processes = await start(SLOW)
  const load = startSignUpLoad(opening, () => processes.address, 2)
  const texting = new AbortController()
  const texted = sendTexts(texting.signal)
  await sleep(3_000)
  await timed('base backup', cluster.backUp)
  await sleep(5_000)
  const acknowledged_before = [...load.acknowledged]
  const [row] = await cluster.query<{ at: string }>('select clock_timestamp()::text as at')
  await sleep(5_000)
  await cluster.archiveNow()
  texting.abort()
  await Promise.all([load.stop(), texted])
  await cluster.destroy()
  const lost_at = performance.now()
  await stop(processes)
  console.log({
    acknowledged_before: acknowledged_before.length,
    acknowledged_after: load.acknowledged.length - acknowledged_before.length,
    accepted_by_providers: accepted().length,
  })
  return { at: row?.at ?? '', acknowledged_before, lost_at }
}

/** Runs the commands of the runbook in its order. */
async function restore({ at, acknowledged_before, lost_at }: Lost): Promise<void> {
  await timed('restore of the database', () => cluster.restore(at))
  if (!values['without-hold']) await timed('hold-messages', () => muster('hold-messages'))
  const before = accepted().length
  const processes = await timed('start', () => start())
  times['until it serves again'] = seconds(lost_at)
  await timed('doctor', () => muster('doctor'))
  if (!values['without-hold']) {
    const activity = path.join(dir, 'activity.csv')
    await writeFile(activity, `message_id\n${sendgrid.ledger.map((mail) => mail.message_id).join('\n')}\n`)
    await timed('release-messages', async () => {
      await muster('release-messages', '--channel', 'SMS')
      await muster('release-messages', '--channel', 'EMAIL', '--sent', activity, '--yes')
    })
  }
  await until(isSettled, { what: 'messages wait', ms: 120_000, every_ms: 200 })
  times['until every message is sent'] = seconds(lost_at)
  await muster('doctor')
  await stop(processes)
  await judge(acknowledged_before, before)
}

async function isSettled(): Promise<boolean> {
  const open = await cluster.query(
    `select from message where status in ('QUEUED', 'SENDING', 'UNKNOWN') limit 1`,
  )
  return open.length === 0
}

async function judge(acknowledged_before: readonly string[], before: number): Promise<void> {
  const counts = new Map<string, number>()
  for (const id of accepted()) counts.set(id, (counts.get(id) ?? 0) + 1)
  const assignments = await cluster.query<{ id: string }>('select id from assignment')
  const messages = await cluster.query<{ id: string }>('select id from message')
  const kept = new Set(assignments.map(({ id }) => id))
  const result = {
    sent_after_restore: accepted().length - before,
    sign_ups_missing: acknowledged_before.filter((id) => !kept.has(id)).length,
    messages: messages.length,
    messages_never_sent: messages.filter(({ id }) => !counts.has(id)).length,
    messages_sent_twice: [...counts.values()].filter((count) => count > 1).length,
  }
  console.log(result, times)
  const { sign_ups_missing, messages_never_sent, messages_sent_twice } = result
  process.exitCode = sign_ups_missing + messages_never_sent + messages_sent_twice > 0 ? 1 : 0
}

/** Returns the ids of messages. The text of an SMS begins with its id. */
function accepted(): string[] {
  return [
    ...sendgrid.ledger.map(({ message_id }) => message_id),
    ...twilio.ledger.map(({ body }) => body.slice(0, UUID_LENGTH)),
  ]
}

async function start(rate: Record<string, string> = {}) {
  const settings = { ...env, ...rate }
  const { server, address } = await startServer(settings)
  sendgrid.webhook = `${address}/webhooks/sendgrid`
  const worker = await startProcess('worker', settings)
  const isHeard = async () => {
    const { worker_age_seconds } = await (await fetch(`${address}/readyz`)).json()
    return worker_age_seconds !== null && worker_age_seconds < 15
  }
  await until(isHeard, { what: 'no worker is heard', ms: 60_000, every_ms: 200 })
  return { server, address, worker }
}

async function stop({ server, worker }: Awaited<ReturnType<typeof start>>): Promise<void> {
  for (const each of [server, worker]) each.kill('SIGTERM')
  await Promise.all([ended(server), ended(worker)])
}

async function sendTexts(stopping: AbortSignal): Promise<void> {
  await cluster.query(`
    insert into person (organization_id, id, first_name, last_name, email, identity_key)
    select id, gen_random_uuid(), 'Kim', 'Kaos', 'kim@volunteer.example', 'kim' from organization
  `)
  for (let n = 0; !stopping.aborted; n++) {
    await cluster.query(`
      insert into message (organization_id, id, person_id, channel, template, facts, language, address, body_text)
      select person.organization_id, made.id, person.id, 'SMS', 'custom_text', jsonb_build_object('text', made.id), 'sv',
        '+46701${String(n).padStart(6, '0')}', ''
      from person, gen_random_uuid() made (id) where identity_key = 'kim'
    `)
    await sleep(SMS_EVERY_MS)
  }
}

async function muster(...words: string[]): Promise<void> {
  const { stdout } = await run(process.execPath, ['--import', 'tsx', 'src/processes/cli.ts', ...words], {
    cwd: API,
    env: { PATH: process.env.PATH, ...env },
  })
  console.log(`muster ${words.join(' ')}\n${stdout.replaceAll(/^/gm, '  ').trimEnd()}`)
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work()
  times[what] = seconds(began)
  return result
}

function seconds(since: number): number {
  return Math.round((performance.now() - since) / 100) / 10
}

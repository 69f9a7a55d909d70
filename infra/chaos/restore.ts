import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createPatientDb } from '../../apps/api/test/patient.ts'
import { SendGridFake } from '../fakes/sendgrid.ts'
import { ACCOUNT, TwilioFake } from '../fakes/twilio.ts'
import {
  API,
  hearsWorker,
  prepareSettings,
  startProcess,
  startServer,
  terminate,
  until,
} from '../run/start-programs.ts'
import { openArchivedCluster } from './archived-cluster.ts'
import { buildOpening, startSignUpLoad } from './sign-up-load.ts'

/*
 * Restores to a point in time as in docs/runbook.md, during sign-ups and sends. Compares with what the stand-ins
 * accepted and what was acknowledged. With `--without-hold`, the negative control, messages are sent twice.
 */

const run = promisify(execFile)

/** Sending rates below that of the sign-ups, so that messages are waiting at the point in time. */
const SLOW = { MAILS_PER_SECOND: '8', SMS_PER_SECOND: '3' }
const SMS_EVERY_MS = 150
const UUID_LENGTH = 36

type Scene = {
  cluster: Awaited<ReturnType<typeof openArchivedCluster>>
  sendgrid: SendGridFake
  twilio: TwilioFake
  dir: string
  env: Record<string, string>
}

export async function restore({ without_hold = false }: { without_hold?: boolean }): Promise<void> {
  const dir = await mkdtemp(path.join(tmpdir(), 'muster-restore-'))
  const [sendgrid, twilio, cluster] = await Promise.all([
    SendGridFake.open(),
    TwilioFake.open(),
    openArchivedCluster(),
  ])
  const env = await prepareSettings(cluster.url, dir, {
    LOG_LEVEL: 'error',
    DATABASE_CONNECTIONS: '8',
    MAIL_PROVIDER: 'sendgrid',
    SENDGRID_API_KEY: 'SG.chaos',
    SENDGRID_HOST: sendgrid.url,
    SENDGRID_WEBHOOK_KEY: sendgrid.webhook_key,
    SMS_PROVIDER: 'twilio',
    TWILIO_ACCOUNT_SID: ACCOUNT.account_sid,
    TWILIO_AUTH_TOKEN: ACCOUNT.auth_token,
    TWILIO_HOST: twilio.url,
  })
  const scene = { cluster, sendgrid, twilio, dir, env }
  try {
    await muster(scene, 'migrate')
    const lost = await operateUntilLost(scene)
    const harm = await restoreLost(scene, lost, without_hold)
    if (without_hold) assert.ok(harm.messages_sent_twice > 0, 'negative control')
    else assert.deepEqual(harm, { sign_ups_missing: 0, messages_never_sent: 0, messages_sent_twice: 0 })
  } finally {
    await cluster.close()
    await Promise.all([sendgrid.close(), twilio.close()])
    await rm(dir, { recursive: true, force: true })
  }
}

type Lost = { at: string; acknowledged_before: string[]; lost_at: number }

/** Makes a backup under load, chooses a point in time, runs some seconds that will be lost, and ends the database. */
async function operateUntilLost(scene: Scene): Promise<Lost> {
  const { cluster } = scene
  const db = createPatientDb(cluster.url)
  const opening = await buildOpening(db)
  await db.close()
  const processes = await start(scene, SLOW)
  const load = startSignUpLoad(opening, () => processes.address, 2)
  const texting = new AbortController()
  const texted = sendTexts(cluster, texting.signal)
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
  await terminate(processes.server, processes.worker)
  console.log({
    acknowledged_before: acknowledged_before.length,
    acknowledged_after: load.acknowledged.length - acknowledged_before.length,
    accepted_by_providers: accepted(scene).length,
  })
  return { at: row?.at ?? '', acknowledged_before, lost_at }
}

/** Runs the commands of the runbook in its order. */
async function restoreLost(scene: Scene, { at, acknowledged_before, lost_at }: Lost, without_hold: boolean) {
  const { cluster, dir, sendgrid } = scene
  await timed('restore of the database', () => cluster.restore(at))
  if (!without_hold) await timed('hold-messages', () => muster(scene, 'hold-messages'))
  const before = accepted(scene).length
  const { server, worker } = await timed('start', () => start(scene))
  console.log(`serves again after ${seconds(lost_at)} s`)
  await timed('doctor', () => muster(scene, 'doctor'))
  if (!without_hold) {
    const activity = path.join(dir, 'activity.csv')
    await writeFile(activity, `message_id\n${sendgrid.ledger.map((mail) => mail.message_id).join('\n')}\n`)
    await timed('release-messages', async () => {
      await muster(scene, 'release-messages', '--channel', 'SMS')
      await muster(scene, 'release-messages', '--channel', 'EMAIL', '--sent', activity, '--yes')
    })
  }
  await until(async () => (await cluster.query(OPEN)).length === 0, {
    what: 'messages wait',
    ms: 120_000,
    every_ms: 200,
  })
  console.log(`every message is sent after ${seconds(lost_at)} s`)
  await muster(scene, 'doctor')
  await terminate(server, worker)
  return judge(scene, acknowledged_before, before)
}

const OPEN = `select from message where status in ('QUEUED', 'SENDING', 'UNKNOWN') limit 1`

async function judge(scene: Scene, acknowledged_before: readonly string[], before: number) {
  const { cluster } = scene
  const counts = new Map<string, number>()
  for (const id of accepted(scene)) counts.set(id, (counts.get(id) ?? 0) + 1)
  const assignments = await cluster.query<{ id: string }>('select id from assignment')
  const messages = await cluster.query<{ id: string }>('select id from message')
  const kept = new Set(assignments.map(({ id }) => id))
  const harm = {
    sign_ups_missing: acknowledged_before.filter((id) => !kept.has(id)).length,
    messages_never_sent: messages.filter(({ id }) => !counts.has(id)).length,
    messages_sent_twice: [...counts.values()].filter((count) => count > 1).length,
  }
  console.log({ messages: messages.length, sent_after_restore: accepted(scene).length - before, ...harm })
  return harm
}

/** Returns the ids of messages. The text of an SMS begins with its id. */
function accepted({ sendgrid, twilio }: Scene): string[] {
  return [
    ...sendgrid.ledger.map(({ message_id }) => message_id),
    ...twilio.ledger.map(({ body }) => body.slice(0, UUID_LENGTH)),
  ]
}

async function start({ env, sendgrid }: Scene, rate: Record<string, string> = {}) {
  const settings = { ...env, ...rate }
  const { server, address } = await startServer(settings)
  sendgrid.webhook = `${address}/webhooks/sendgrid`
  const worker = await startProcess('worker', settings)
  await until(() => hearsWorker(address), { what: 'no worker is heard', ms: 60_000, every_ms: 200 })
  return { server, address, worker }
}

async function sendTexts({ query }: Scene['cluster'], stopping: AbortSignal): Promise<void> {
  await query(`
    insert into person (organization_id, id, first_name, last_name, email, identity_key)
    select id, gen_random_uuid(), 'Kim', 'Kaos', 'kim@volunteer.example', 'kim' from organization
  `)
  for (let n = 0; !stopping.aborted; n++) {
    await query(`
      insert into message (organization_id, id, person_id, channel, template, payload, language, address)
      select person.organization_id, made.id, person.id, 'SMS', 'custom_text', jsonb_build_object('text', made.id), 'sv',
        '+46701${String(n).padStart(6, '0')}'
      from person, gen_random_uuid() made (id) where identity_key = 'kim'
    `)
    await sleep(SMS_EVERY_MS)
  }
}

async function muster({ env }: Scene, ...words: string[]): Promise<void> {
  const { stdout } = await run(process.execPath, ['--import', 'tsx', 'src/processes/cli.ts', ...words], {
    cwd: API,
    env: { PATH: process.env.PATH, ...env },
  })
  console.log(`muster ${words.join(' ')}\n${stdout.replaceAll(/^/gm, '  ').trimEnd()}`)
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work()
  console.log(`${what}: ${seconds(began)} s`)
  return result
}

function seconds(since: number): number {
  return Math.round((performance.now() - since) / 100) / 10
}

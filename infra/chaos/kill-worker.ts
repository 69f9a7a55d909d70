import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from '../../apps/api/src/app.ts'
import { readConfig } from '../../apps/api/src/config.ts'
import { newId } from '../../apps/api/src/db/ids.ts'
import { closeDeps, createDeps, type Deps } from '../../apps/api/src/deps.ts'
import { createLocalBus } from '../../apps/api/src/live/bus.ts'
import { resolveUnknown } from '../../apps/api/src/outbox/resolve.ts'
import { createLogger } from '../../apps/api/src/processes/logger.ts'
import { createProviders } from '../../apps/api/src/providers/create-providers.ts'
import { loadKeys } from '../../apps/api/src/signing/keys.ts'
import { PATIENT } from '../../apps/api/test/patient.ts'
import { SendGridFake } from '../fakes/sendgrid.ts'
import { SmtpFake } from '../fakes/smtp.ts'
import { ACCOUNT, TwilioFake } from '../fakes/twilio.ts'
import { withDatabase } from '../run/database.ts'
import { portOf } from '../run/ports.ts'
import { API, kill, prepareSettings, startProcess, terminate, until } from '../run/start-programs.ts'
import { judgeTasks, seedTasks, waitForTasks } from './seed-tasks.ts'

// Kills a worker process while it sends, and compares with what the stand-ins accepted. After a kill no process runs,
// so leases and provider deadlines are made an hour older instead of waiting.

type Options = {
  messages?: number
  kills?: number
  /** `sent` means messages by hand, half of them SMS; `tasks` means e-mail: half reminders, half offers of places. */
  work: 'sent' | 'tasks'
  /** Provider of e-mail. SMTP cannot be queried, so messages without an outcome stay UNKNOWN. */
  mail: 'sendgrid' | 'smtp'
}

type Killed = {
  messages: number
  /** Number of messages that are neither at the stand-ins nor UNKNOWN. */
  lost: number
  duplicates: number
  statuses: Record<string, number>
  /** Milliseconds from a worker's start to its first message. */
  slowest_start_ms: number
}

export async function killWorker(options: Options): Promise<void> {
  const began = performance.now()
  const killed = await withDatabase(({ url, dir }) => killWhileSending(url, dir, options))
  console.log({ ...killed, seconds: Math.round((performance.now() - began) / 1_000) })
  const { messages, lost, duplicates, statuses } = killed
  assert.deepEqual({ lost, duplicates }, { lost: 0, duplicates: 0 })
  const { UNKNOWN = 0, SENT = 0, DELIVERED = 0 } = statuses
  assert.equal(SENT + DELIVERED + UNKNOWN, messages)
  // A provider that can be asked leaves nothing UNKNOWN.
  if (options.mail === 'sendgrid') assert.equal(UNKNOWN, 0)
}

async function killWhileSending(
  url: string,
  dir: string,
  { messages = 120, kills = 2, work, mail }: Options,
): Promise<Killed> {
  const [sendgrid, twilio, smtp] = await Promise.all([
    SendGridFake.open(),
    TwilioFake.open(),
    SmtpFake.open(),
  ])
  // The rate per second is half of the messages between two kills, so that every kill interrupts sending.
  const channels = work === 'tasks' ? 1 : 2
  const per_second = String(Math.max(10, Math.ceil(messages / channels / Math.max(1, kills) / 2)))
  const env = await prepareSettings(url, dir, {
    MAIL_PROVIDER: mail,
    SENDGRID_API_KEY: 'SG.chaos',
    SENDGRID_HOST: sendgrid.url,
    SENDGRID_WEBHOOK_KEY: sendgrid.webhook_key,
    SMTP_URL: smtp.url,
    SMS_PROVIDER: 'twilio',
    TWILIO_ACCOUNT_SID: ACCOUNT.account_sid,
    TWILIO_AUTH_TOKEN: ACCOUNT.auth_token,
    TWILIO_HOST: twilio.url,
    MAILS_PER_SECOND: per_second,
    SMS_PER_SECOND: per_second,
  })
  const deps = await openServerSide(env)
  const app = await buildApp(deps)
  await app.listen({ host: '127.0.0.1', port: 0 })
  sendgrid.webhook = `http://127.0.0.1:${portOf(app.server)}/webhooks/sendgrid`
  sendgrid.postEvery(20)

  const accepted = () => sendgrid.ledger.length + twilio.ledger.length + smtp.ledger.length
  let slowest_start_ms = 0
  let worker: ChildProcess | undefined
  try {
    await (work === 'tasks' ? seedTasks(deps, messages) : enqueue(deps, messages))
    for (let killed = 1; killed <= kills; killed++) {
      const before = accepted()
      const started = performance.now()
      worker = await startProcess('worker', env)
      const isSending = async () => accepted() > before || (await isAllClaimed(deps, work))
      await until(isSending, { what: 'the worker sent nothing', ms: 90_000, every_ms: 20 })
      slowest_start_ms = Math.max(slowest_start_ms, Math.round(performance.now() - started))
      await sleep(Math.random() * 800)
      await kill(worker)
      // Requests on their way arrive, and are reported, long before any of our deadlines.
      await sleep(30)
      await sendgrid.flush()
      await makeOlder(deps)
      if (killed % 10 === 0) console.log(`${killed} kills, ${accepted()} accepted`)
    }
    // The last worker has no rate limits. A missing event of SendGrid is proof only after events of later mails.
    worker = await startProcess('worker', { ...env, MAILS_PER_SECOND: '', SMS_PER_SECOND: '' })
    if (work === 'tasks') await waitForTasks(deps)
    const total = await settleAll(deps, { messages, hasUnknown: mail === 'smtp' })
    await terminate(worker)

    const sent = [
      ...sendgrid.ledger.map(({ message_id }) => message_id),
      ...smtp.ledger.map(({ source }) => /^Message-ID: <([\w-]+)@/m.exec(source)?.[1] ?? ''),
      ...twilio.ledger.map(({ body }) => body.slice(0, body.indexOf('\n'))),
    ]
    const tasks = work === 'tasks' ? await judgeTasks(deps) : { unwritten: 0, written_twice: 0 }
    const judged = await judge(deps, sent)
    return {
      messages: total,
      lost: judged.lost + tasks.unwritten,
      duplicates: judged.duplicates + tasks.written_twice,
      statuses: judged.statuses,
      slowest_start_ms,
    }
  } finally {
    if (worker) await kill(worker)
    await app.close()
    await closeDeps(deps)
    await Promise.all([sendgrid.close(), twilio.close(), smtp.close()])
  }
}

async function openServerSide(env: Record<string, string>): Promise<Deps> {
  const config = readConfig(env, API)
  return createDeps({
    config,
    log: createLogger(config),
    keys: await loadKeys(config),
    bus: createLocalBus(),
    database_url: env.DATABASE_URL ?? '',
    database_timeouts: PATIENT,
  })
}

/** Uses the id as the text of an SMS, because the stand-in's record can be compared by nothing else. */
async function enqueue({ db }: Deps, count: number): Promise<void> {
  const [organization_id, person_id] = [newId(), newId()]
  await db.system(async (tx) => {
    await tx.execute(`
      insert into organization (id, name, time_zone, language, country)
      values ('${organization_id}', 'Kaos', 'Europe/Stockholm', 'sv', 'SE')
    `)
    await tx.execute(`
      insert into person (organization_id, id, first_name, last_name, email, identity_key)
      values ('${organization_id}', '${person_id}', 'Kim', 'Kaos', 'kim@volunteer.example', 'kim')
    `)
    await tx.execute(`
      insert into message (organization_id, id, person_id, channel, template, payload, language, address)
      select '${organization_id}', id, '${person_id}', channel, 'custom_text',
        jsonb_build_object('message_id', id, 'text', id, 'organization_name', 'Kaos', 'event_name', 'Kaos'), 'sv',
        case channel when 'SMS' then '+4670' || to_char(n / 50, 'FM0000000') else n || '@volunteer.example' end
      from (
        select n, gen_random_uuid() as id, case n % 2 when 0 then 'SMS' else 'EMAIL' end as channel
        from generate_series(1, ${count}) n
      ) made
    `)
  })
}

/** Returns true if earlier workers have claimed everything. What they left UNKNOWN may have to wait for an event. */
async function isAllClaimed(deps: Deps, work: Options['work']): Promise<boolean> {
  if (work === 'tasks' && (await judgeTasks(deps)).unwritten > 0) return false
  const { rows } = await deps.db.system((tx) =>
    tx.execute(`select from message where status = 'QUEUED' limit 1`),
  )
  return rows.length === 0
}

async function makeOlder({ db }: Deps): Promise<void> {
  await db.system((tx) =>
    tx.execute(`
      update message set leased_until = leased_until - interval '1 hour', asked_at = asked_at - interval '1 hour'
      where status in ('SENDING', 'UNKNOWN')
    `),
  )
}

/** Enqueues further mails, whose events prove that earlier ones are missing. Returns the number of messages. */
async function settleAll(deps: Deps, { messages, hasUnknown }: { messages: number; hasUnknown: boolean }) {
  let total = messages
  const providers = createProviders(deps)
  const open = hasUnknown ? `('QUEUED', 'SENDING')` : `('QUEUED', 'SENDING', 'UNKNOWN')`
  const open_sms = `(channel = 'SMS' and status = 'UNKNOWN')`
  for (let round = 1; round <= 300; round++) {
    const { rows } = await deps.db.system((tx) =>
      tx.execute(`select from message where status in ${open} or ${open_sms} limit 1`),
    )
    if (rows.length === 0) return total
    if (round % 5 === 0) {
      await enqueue(deps, 1)
      total++
    }
    await resolveUnknown(deps, providers)
    await sleep(200)
  }
  throw new Error('messages are still waiting after a minute')
}

async function judge({ db }: Deps, sent: readonly string[]) {
  const { rows } = await db.system((tx) =>
    tx.execute<{ id: string; status: string }>(`select id, status from message`),
  )
  const times = new Map<string, number>()
  for (const id of sent) times.set(id, (times.get(id) ?? 0) + 1)
  const statuses: Record<string, number> = {}
  for (const { status } of rows) statuses[status] = (statuses[status] ?? 0) + 1
  return {
    lost: rows.filter(({ id, status }) => !times.has(id) && status !== 'UNKNOWN').length,
    duplicates: rows.filter(({ id }) => (times.get(id) ?? 0) > 1).length,
    statuses,
  }
}

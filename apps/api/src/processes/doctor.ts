import { statfs } from 'node:fs/promises'
import { Client } from 'pg'
import { type Config, ConfigError } from '../config.ts'
import { checkDatabase, DatabaseSetupError } from '../db/check.ts'
import { type ConnectionRoom, countProcesses, READ_ROOM } from '../db/check-connections.ts'
import { checkSessions } from '../db/check-sessions.ts'
import type { Db } from '../db/client.ts'
import { hasEveryMigration } from '../db/migrate.ts'
import { systemTime } from '../deps.ts'
import { listPaused } from '../features/organizations/queries.ts'
import { listLookalikes } from '../features/people/queries.ts'
import { listHeld } from '../outbox/hold.ts'
import { readFigures } from '../outbox/monitoring.ts'
import { readFlags, settingOf, type Unconnected, withDb, withServer } from './command-line.ts'

type Finding = { is_wrong: boolean; sentence: string }

const good = (sentence: string): Finding => ({ is_wrong: false, sentence })
const wrong = (sentence: string): Finding => ({ is_wrong: true, sentence })

/** ms between our clock and the database's. With more, links and sessions end noticeably early or late. */
const LARGEST_SKEW = 5_000
const LEAST_DISK_BYTES = 1_000_000_000
/** Seconds, as in the alerts of docs/runbook.md. */
const LONGEST_SILENCE = 60
const LONGEST_QUEUE = 300
const LONGEST_OVERDUE = 21_600
const LONGEST_UNREMINDED = 900
const LONGEST_UNARCHIVED = 900

/** Only reports: changes nothing and does not migrate. */
export async function doctor(context: Unconnected): Promise<void> {
  const { config, args, print } = context
  const show = ({ is_wrong, sentence }: Finding) => print(`${is_wrong ? 'WRONG' : 'ok   '}  ${sentence}`)
  readFlags(args, {})
  const findings = [...checkSettings(config), await checkDisk(config)]
  for (const finding of findings) show(finding)
  await withServer(context, async (url) => {
    for (const check of [checkServer, checkInside]) {
      const found = await check(url, config)
      for (const finding of found) show(finding)
      findings.push(...found)
      if (found.some(({ is_wrong }) => is_wrong)) break
    }
  })
  const count = findings.filter(({ is_wrong }) => is_wrong).length
  if (count > 0) throw new ConfigError(`${count} wrong.`)
  print('Nothing is wrong.')
}

function checkSettings({
  production,
  names_environment,
  database_url,
  mail,
  sms,
  trusted_proxies,
  metrics_token,
  public_url,
}: Config): Finding[] {
  if (!production && database_url && !names_environment) {
    return [
      wrong(
        'NODE_ENV is not set, so these are the settings of a laptop: it has keys of its own, and no message leaves it. Set NODE_ENV=production where commands are run too.',
      ),
    ]
  }
  if (!production) return [good('The settings are those of a laptop: NODE_ENV is not production.')]
  return [
    good(`The settings are valid; the public address is ${public_url}.`),
    mail ? good(`E-mail is sent by ${mail.provider}.`) : wrong('MAIL_PROVIDER is not set: e-mail waits.'),
    sms ? good(`SMS are sent by ${sms.provider}.`) : good('SMS_PROVIDER is not set: SMS wait.'),
    trusted_proxies.length > 0
      ? good(`Trusted proxies: ${trusted_proxies.join(', ')}.`)
      : wrong('TRUSTED_PROXIES is not set: behind a proxy all clients share one limit.'),
    metrics_token
      ? good('/metrics has a token.')
      : wrong('METRICS_TOKEN is not set: /metrics answers nobody.'),
  ]
}

async function checkDisk({ data_dir }: Config): Promise<Finding> {
  const found = await statfs(data_dir).catch(() => undefined)
  if (!found) return good(`The data directory ${data_dir} does not exist yet.`)
  const bytes = found.bavail * found.bsize
  const sentence = `${Math.round(bytes / 1_000_000)} MB are free in ${data_dir}.`
  return bytes < LEAST_DISK_BYTES ? wrong(sentence) : good(sentence)
}

async function checkServer(url: string, config: Config): Promise<Finding[]> {
  const setting = settingOf(config)
  try {
    await checkDatabase(url, setting)
    await checkSessions(url, setting)
    return [good('The database answers, keeps sessions and delivers notifications.')]
  } catch (error) {
    if (error instanceof DatabaseSetupError) return [wrong(error.message)]
    throw error
  }
}

async function checkInside(url: string, config: Config): Promise<Finding[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const about = [...(await checkClock(client)), ...(await checkRoles(client))]
    const room = await client.query<ConnectionRoom>(READ_ROOM)
    const processes = room.rows[0] ? countProcesses(room.rows[0], config.database_connections) : 0
    const sentence = `The database has room for ${processes} processes with DATABASE_CONNECTIONS=${config.database_connections}, ${room.rows[0]?.used} connections are open.`
    about.push(processes < 2 ? wrong(sentence) : good(sentence))
    if (about.some(({ is_wrong }) => is_wrong)) return about
    return [...about, ...(await withDb(url, checkSchema))]
  } finally {
    await client.end()
  }
}

async function checkClock(client: Client): Promise<Finding[]> {
  const { rows } = await client.query<{ now: Date }>('select now()')
  const skew = Math.abs((rows[0]?.now.getTime() ?? 0) - Date.parse(systemTime()))
  const sentence = `The clocks of this machine and the database differ by ${(skew / 1000).toFixed(1)} s.`
  return [skew > LARGEST_SKEW ? wrong(sentence) : good(sentence)]
}

async function checkRoles(client: Client): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const role of ['muster_app', 'muster_system']) {
    const isHeld = await client.query(`set role ${role}`).then(
      () => true,
      () => false,
    )
    await client.query('reset role')
    const sentence = `The login ${isHeld ? 'may' : 'may not'} act as ${role}.`
    findings.push(isHeld ? good(sentence) : wrong(`${sentence} \`npm run muster -- migrate\` grants it.`))
  }
  return findings
}

async function checkSchema(db: Db): Promise<Finding[]> {
  const isMigrated = await db.system(hasEveryMigration).catch(() => false)
  if (!isMigrated)
    return [wrong('The schema is not this version’s: `npm run muster -- migrate`, or newer code.')]
  const {
    outbox,
    nightly_overdue,
    reminders_overdue,
    worker_age: age,
    archive_age,
  } = await readFigures({ db, now: systemTime })
  const queued = outbox.find(({ status }) => status === 'QUEUED')
  const held = await db.system(listHeld)
  const paused = await db.system(listPaused)
  const lookalikes = await db.system(listLookalikes)
  const waiting = `${queued?.count ?? 0} messages are queued, the oldest due for ${Math.round(queued?.age ?? 0)} s.`
  return [
    good('The schema is this version’s.'),
    age === null || age > LONGEST_SILENCE
      ? wrong(age === null ? 'No worker has ever run.' : `The last worker was heard ${age} s ago.`)
      : good(`A worker was heard ${age} s ago.`),
    (queued?.age ?? 0) > LONGEST_QUEUE ? wrong(waiting) : good(waiting),
    good(`${held.length} messages are held (\`list-held\`).`),
    ...paused.map(({ id, name, paused_at }) =>
      good(`The organisation ${id} "${name}" is paused since ${paused_at}.`),
    ),
    ...lookalikes.map(({ organization_id, older_id, younger_id }) =>
      good(
        `The people ${older_id} and ${younger_id} of the organisation ${organization_id} may be the same.`,
      ),
    ),
    nightly_overdue > LONGEST_OVERDUE
      ? wrong(`The nightly job has been due for ${Math.round(nightly_overdue / 3_600)} h.`)
      : good('The nightly job is not late.'),
    reminders_overdue > LONGEST_UNREMINDED
      ? wrong(`No reminders have been enqueued for ${Math.round(reminders_overdue / 60)} min.`)
      : good('The reminders are not late.'),
    archive_age === null
      ? good('The database archives no log: it can be restored to the last dump only.')
      : archive_age > LONGEST_UNARCHIVED
        ? wrong(
            `The database has archived nothing for ${Math.round(archive_age / 60)} min: \`select * from pg_stat_archiver\`.`,
          )
        : good(`The database archived its log ${archive_age} s ago.`),
  ]
}

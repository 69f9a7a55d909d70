import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readConfig } from '../apps/api/src/config.ts'
import { startEmbeddedPostgres } from '../apps/api/src/db/embedded.ts'
import { newId } from '../apps/api/src/db/ids.ts'
import { migrate } from '../apps/api/src/db/migrate.ts'
import { closeDeps, type Deps, openDeps } from '../apps/api/src/deps.ts'
import { type Lane, openMailLane, openSmsLane } from '../apps/api/src/features/messages/deliver.ts'
import { openSendGrid } from '../apps/api/src/features/messages/providers/sendgrid.ts'
import { openTwilio } from '../apps/api/src/features/messages/providers/twilio.ts'
import { generateKeys } from '../apps/api/src/keys.ts'
import { openLocalBus } from '../apps/api/src/live/bus.ts'
import { openLogger } from '../apps/api/src/logger.ts'
import { SendGridFake } from '../infra/fakes/sendgrid.ts'
import { ACCOUNT, TwilioFake } from '../infra/fakes/twilio.ts'

/*
 * P6: messages a second to the stand-ins, which run in this very process, beside the limit: the same claims and
 * settlements with an empty send. From apps/api: node --import tsx ../../bench/outbox.ts
 */

const MESSAGES = 10_000
const RUNS = 5

const dir = await mkdtemp(path.join(tmpdir(), 'muster-bench-'))
const server = await startEmbeddedPostgres({ dir })
await migrate(server.url)
const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'error' }, dir)
const { link, session } = await generateKeys()
const deps = openDeps({
  config,
  log: openLogger(config),
  keys: { link, session: session.keys },
  bus: openLocalBus(),
  database_url: server.url,
})
const [sendgrid, twilio] = await Promise.all([SendGridFake.open(), TwilioFake.open()])
const mail = openSendGrid({ api_key: 'SG.bench', host: sendgrid.url })
const sms = openTwilio({ ...ACCOUNT, host: twilio.url, numbers: [], public_api_url: config.public_api_url })
const answer = async () => ({ provider_message_id: 'empty' })
const send = (messages: readonly unknown[]) => messages.map(answer)

const rows: Record<string, () => Promise<number>> = {
  'e-mail': () => measure(deps, 'EMAIL', openMailLane(deps, mail)),
  'e-mail, empty send': () => measure(deps, 'EMAIL', openMailLane(deps, { ...mail, send })),
  SMS: () => measure(deps, 'SMS', openSmsLane(deps, sms)),
  'SMS, empty send': () => measure(deps, 'SMS', openSmsLane(deps, { ...sms, send })),
}
const figures = new Map<string, number[]>()
for (let run = 0; run < RUNS; run++) {
  for (const [name, row] of Object.entries(rows))
    figures.set(name, [...(figures.get(name) ?? []), await row()])
}
for (const [name, found] of figures) {
  const [min, , median, , max] = found.toSorted((a, b) => a - b).map(Math.round)
  console.log(`${name}: ${median} messages/s (min ${min}, max ${max})`)
}

await closeDeps(deps)
await Promise.all([sendgrid.close(), twilio.close()])
await server.stop()
await rm(dir, { recursive: true, force: true })

async function measure({ db }: Deps, channel: 'EMAIL' | 'SMS', lane: Lane): Promise<number> {
  const organization_id = newId()
  await db.pool.query('truncate message')
  await db.pool.query(`insert into organization (id, name, time_zone, language, country)
    values ('${organization_id}', 'Bench', 'Europe/Stockholm', 'sv', 'SE')`)
  await db.pool.query(`
    insert into message (organization_id, id, channel, template, facts, language, address, body_text)
    select '${organization_id}', id, '${channel}', 'own_words',
      jsonb_build_object('message_id', id, 'text', 'Kom tio minuter tidigare.', 'organization_name', 'Bench', 'event_name', 'Fest'),
      'sv', case '${channel}' when 'SMS' then '+4670' || to_char(n, 'FM0000000') else n || '@volunteer.example' end, ''
    from (select n, gen_random_uuid() as id from generate_series(1, ${MESSAGES}) n) made`)
  await db.pool.query('analyze message')
  const began = performance.now()
  await lane.run()
  await lane.settled()
  const seconds = (performance.now() - began) / 1000
  const { rows: sent } = await db.pool.query("select count(*)::int as n from message where status = 'SENT'")
  if (Number(sent[0]?.n) !== MESSAGES) throw new Error('not everything was sent')
  return MESSAGES / seconds
}

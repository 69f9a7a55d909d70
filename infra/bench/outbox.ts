import { Agent, request } from 'node:http'
import { newId } from '../../apps/api/src/db/ids.ts'
import type { Deps } from '../../apps/api/src/deps.ts'
import { createMailSender, createSmsSender, type Sender } from '../../apps/api/src/outbox/deliver.ts'
import { createSendGrid } from '../../apps/api/src/providers/sendgrid.ts'
import { createTwilio } from '../../apps/api/src/providers/twilio.ts'
import { ACCOUNT } from '../fakes/twilio.ts'
import { startChild } from './harness/child-process.ts'
import { createProductDeps } from './harness/open-product.ts'
import { writeReport } from './harness/report.ts'
import type { StandIns } from './processes/stand-ins.ts'

/* Measures messages a second from outbox to provider, against the same claims and settlements with an empty send. */

const MESSAGES = 10_000
const RUNS = 5

const { deps, close } = await createProductDeps()
const standIns = startChild<StandIns>('stand-ins')
const { sendgrid_url, twilio_url } = await standIns.run('open', undefined)
const mail = createSendGrid({ api_key: 'SG.bench', host: sendgrid_url })
const { public_api_url } = deps.config
const sms = createTwilio({ ...ACCOUNT, host: twilio_url, numbers: [], public_api_url })
const answer = async () => ({ provider_message_id: 'empty' })
const send = (messages: readonly unknown[]) => messages.map(answer)

const mails: number[] = []
const empty_mails: number[] = []
const texts: number[] = []
const empty_texts: number[] = []
const bare: number[] = []
for (let run = 0; run < RUNS; run++) {
  mails.push(await measure(deps, 'EMAIL', createMailSender(deps, mail)))
  empty_mails.push(await measure(deps, 'EMAIL', createMailSender(deps, { ...mail, send })))
  texts.push(await measure(deps, 'SMS', createSmsSender(deps, sms)))
  empty_texts.push(await measure(deps, 'SMS', createSmsSender(deps, { ...sms, send })))
  bare.push(await askBarely(twilio_url))
}

await standIns.stop()
await close()

const unit = 'messages/s'
const limited = { unit, target: '≥ 50 %' }
await writeReport('outbox', [
  { what: 'E-mail, against an empty send', ours: mails, limit: empty_mails, ...limited },
  { what: 'SMS, against an empty send', ours: texts, limit: empty_texts, ...limited },
  { what: 'SMS, against the stand-in asked by a bare client', ours: texts, limit: bare, unit, target: '–' },
])

async function measure({ db }: Deps, channel: 'EMAIL' | 'SMS', sender: Sender): Promise<number> {
  const [organization_id, person_id] = [newId(), newId()]
  await db.pool.query(`
    begin read write;
    truncate message;
    insert into organization (id, name, time_zone, language, country)
    values ('${organization_id}', 'Bench', 'Europe/Stockholm', 'sv', 'SE');
    insert into person (organization_id, id, first_name, last_name, email, identity_key)
    values ('${organization_id}', '${person_id}', 'Bo', 'Bench', 'bo@volunteer.example', 'bo');
    insert into message (organization_id, id, person_id, channel, template, payload, language, address)
    select '${organization_id}', id, '${person_id}', '${channel}', 'custom_text',
      jsonb_build_object('message_id', id, 'text', 'Kom tio minuter tidigare.', 'organization_name', 'Bench', 'event_name', 'Fest'),
      'sv', case '${channel}' when 'SMS' then '+4670' || to_char(n, 'FM0000000') else n || '@volunteer.example' end
    from (select n, gen_random_uuid() as id from generate_series(1, ${MESSAGES}) n) made;
    commit`)
  await db.pool.query('analyze message')
  const began = performance.now()
  await sender.run()
  await sender.settled()
  const seconds = (performance.now() - began) / 1000
  const { rows: sent } = await db.pool.query("select count(*)::int as n from message where status = 'SENT'")
  if (Number(sent[0]?.n) !== MESSAGES) throw new Error('not everything was sent')
  return MESSAGES / seconds
}

/** Sends the same requests, as many at a time, with a bare client. */
async function askBarely(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: sms.concurrency, maxFreeSockets: sms.concurrency })
  const address = new URL(`/2010-04-01/Accounts/${ACCOUNT.account_sid}/Messages.json`, url)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = new URLSearchParams({ To: '+46701234567', From: 'Bench', Body: 'Kom tio minuter tidigare.' })
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const asked = request(address, { method: 'POST', agent, headers }, (answered) => {
        answered.resume().once('end', resolve)
      })
      asked.once('error', reject).end(body.toString())
    })
  let left = MESSAGES
  const began = performance.now()
  await Promise.all(
    Array.from({ length: sms.concurrency }, async () => {
      while (left-- > 0) await ask()
    }),
  )
  agent.destroy()
  return MESSAGES / ((performance.now() - began) / 1000)
}

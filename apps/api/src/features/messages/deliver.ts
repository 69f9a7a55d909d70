import { smsSenderOf } from '@muster/contract/rules/sms-sender'
import type { Deps } from '../../deps.ts'
import type { Providers, Sent } from './mail.ts'
import {
  type Claimed,
  claimDue,
  listExisting,
  markLostUnknown,
  OUTBOXES,
  type Outbox,
  type Settlement,
  settle,
} from './queries.ts'
import { retryDelay } from './retry.ts'
import { oneLine } from './templates/letter.ts'
import { openLinks } from './templates/links.ts'
import { assignmentsIn, readContent, writeLetter } from './templates/write-letter.ts'
import { readSmsContent, smsAssignmentsIn, writeSms } from './templates/write-sms.ts'

/** Sent at once, so that a batch ends well within its lease. */
const BATCH = 20

/**
 * Claims what is due, sends it outside any transaction, writes down what became of it; again, until nothing is due.
 * Two workers never hold the same message (`queries.ts`).
 */
export async function deliverDue(deps: Deps, providers: Providers, stopping?: AbortSignal): Promise<void> {
  for (const outbox of OUTBOXES) {
    const lost = await deps.db.system((tx) => markLostUnknown(tx, outbox))
    if (lost > 0) deps.log.error({ outbox, lost }, 'a worker died with messages in hand')

    await drain(deps, { providers, outbox, stopping })
  }
}

async function drain(
  deps: Deps,
  {
    providers,
    outbox,
    stopping,
  }: { providers: Providers; outbox: Outbox; stopping: AbortSignal | undefined },
): Promise<void> {
  for (;;) {
    if (stopping?.aborted) return
    const batch = await deps.db.system((tx) => claimDue(tx, outbox, BATCH))
    if (batch.length === 0) return
    await Promise.all(batch.map((row) => deliver(deps, providers, row)))
  }
}

async function deliver(deps: Deps, providers: Providers, row: Claimed): Promise<void> {
  const settlement = await attempt(deps, providers, row)
  const isOurs = await deps.db.system((tx) => settle(tx, row, settlement))
  if (!isOurs) deps.log.warn({ message_id: row.id }, 'a message was settled by another worker')
}

async function attempt(deps: Deps, providers: Providers, row: Claimed): Promise<Settlement> {
  let written: Written
  try {
    written = write(deps, providers, row)
    if (await isMoot(deps, written)) {
      return { status: 'FAILED', failure_reason: 'The assignment was removed before this was sent.' }
    }
  } catch (error) {
    deps.log.error({ err: error, message_id: row.id }, 'a message cannot be written')
    return { status: 'FAILED', failure_reason: 'The message could not be written.' }
  }

  try {
    return settlementOf(await written.send(), row, written.provider)
  } catch (error) {
    deps.log.error({ err: error, message_id: row.id }, 'a message was handed over without an answer')
    return { status: 'UNKNOWN', failure_reason: 'The provider did not answer.' }
  }
}

type Written = { provider: string; assignment_ids: string[]; send(): Promise<Sent> }

function write(deps: Deps, providers: Providers, row: Claimed): Written {
  return row.channel === 'SMS' ? writeAsSms(deps, providers, row) : writeAsMail(deps, providers, row)
}

function writeAsMail({ keys, config }: Deps, { mail: provider }: Providers, row: Claimed): Written {
  const content = readContent(row)
  const mail = {
    id: row.id,
    from: {
      name: oneLine(row.organization_name ?? 'Muster'),
      address: `no-reply@${new URL(config.public_url).hostname}`,
    },
    to: row.address,
    ...writeLetter(content, { language: content.language, links: openLinks(keys, config) }),
  }
  return {
    provider: provider.name,
    assignment_ids: assignmentsIn(content),
    send: () => provider.send(mail),
  }
}

function writeAsSms({ keys, config }: Deps, { sms: provider }: Providers, row: Claimed): Written {
  const content = readSmsContent(row)
  const sms = {
    id: row.id,
    from: smsSenderOf({ name: row.organization_name ?? '', sms_sender: row.sms_sender }),
    to: row.address,
    text: writeSms(content, { language: content.language, links: openLinks(keys, config) }),
  }
  return {
    provider: provider.name,
    assignment_ids: smsAssignmentsIn(content),
    send: () => provider.send(sms),
  }
}

/** Nobody should hear "you're signed up" for a shift they are not on any more. */
async function isMoot({ db }: Deps, { assignment_ids }: Written): Promise<boolean> {
  if (assignment_ids.length === 0) return false
  const existing = await db.system((tx) => listExisting(tx, assignment_ids))
  return existing.size === 0
}

function settlementOf(sent: Sent, row: Claimed, provider: string): Settlement {
  if ('provider_message_id' in sent) {
    return { status: 'SENT', provider, provider_message_id: sent.provider_message_id }
  }
  const delay_ms = sent.is_final ? undefined : retryDelay(row.attempts)
  return delay_ms === undefined
    ? { status: 'FAILED', failure_reason: sent.refused }
    : { status: 'QUEUED', failure_reason: sent.refused, delay_ms }
}

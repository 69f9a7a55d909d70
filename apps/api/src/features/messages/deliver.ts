import type { Deps } from '../../deps.ts'
import type { Mail, MailProvider, Sent } from './mail.ts'
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
import { type Content, deriveLink, readContent, writeLetter } from './templates/write-letter.ts'

/** Sent at once, so that a batch ends well within its lease. */
const BATCH = 20

/**
 * Claims what is due, sends it outside any transaction, writes down what became of it; again, until nothing is due.
 * Two workers never hold the same message (`queries.ts`).
 */
export async function deliverDue(deps: Deps, provider: MailProvider, stopping?: AbortSignal): Promise<void> {
  for (const outbox of OUTBOXES) {
    const lost = await deps.db.system((tx) => markLostUnknown(tx, outbox))
    if (lost > 0) deps.log.error({ outbox, lost }, 'a worker died with messages in hand')

    await drain(deps, { provider, outbox, stopping })
  }
}

async function drain(
  deps: Deps,
  {
    provider,
    outbox,
    stopping,
  }: { provider: MailProvider; outbox: Outbox; stopping: AbortSignal | undefined },
): Promise<void> {
  for (;;) {
    if (stopping?.aborted) return
    const batch = await deps.db.system((tx) => claimDue(tx, outbox, BATCH))
    if (batch.length === 0) return
    await Promise.all(batch.map((row) => deliver(deps, provider, row)))
  }
}

async function deliver(deps: Deps, provider: MailProvider, row: Claimed): Promise<void> {
  const settlement = await attempt(deps, provider, row)
  const isOurs = await deps.db.system((tx) => settle(tx, row, settlement))
  if (!isOurs) deps.log.warn({ message_id: row.id }, 'a message was settled by another worker')
}

async function attempt(deps: Deps, provider: MailProvider, row: Claimed): Promise<Settlement> {
  let mail: Mail
  try {
    const content = readContent(row)
    if (await isMoot(deps, content)) {
      return { status: 'FAILED', failure_reason: 'The assignment was removed before this was sent.' }
    }
    mail = writeMail(deps, row, content)
  } catch (error) {
    deps.log.error({ err: error, message_id: row.id }, 'a message cannot be written')
    return { status: 'FAILED', failure_reason: 'The message could not be written.' }
  }

  try {
    return settlementOf(await provider.send(mail), { row, provider })
  } catch (error) {
    deps.log.error({ err: error, message_id: row.id }, 'a message was handed over without an answer')
    return { status: 'UNKNOWN', failure_reason: 'The provider did not answer.' }
  }
}

/** Nobody should hear "you're signed up" for a shift they are not on any more. */
async function isMoot({ db }: Deps, content: Content): Promise<boolean> {
  if (content.template !== 'confirmation') return false
  const { assignment_id } = content.facts
  const existing = await db.system((tx) => listExisting(tx, [assignment_id]))
  return !existing.has(assignment_id)
}

function writeMail(
  { keys, config }: Deps,
  { id, address, organization_name }: Claimed,
  content: ReturnType<typeof readContent>,
): Mail {
  const { public_url } = config
  const link = deriveLink(content, { keys, config })
  return {
    id,
    from: {
      name: oneLine(organization_name ?? 'Muster'),
      address: `no-reply@${new URL(public_url).hostname}`,
    },
    to: address,
    ...writeLetter(content, { language: content.language, link, public_url }),
  }
}

function settlementOf(sent: Sent, { row, provider }: { row: Claimed; provider: MailProvider }): Settlement {
  if ('provider_message_id' in sent) {
    return { status: 'SENT', provider: provider.name, provider_message_id: sent.provider_message_id }
  }
  const delay_ms = sent.is_final ? undefined : retryDelay(row.attempts)
  return delay_ms === undefined
    ? { status: 'FAILED', failure_reason: sent.refused }
    : { status: 'QUEUED', failure_reason: sent.refused, delay_ms }
}

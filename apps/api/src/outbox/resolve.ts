import { LINK_PLACEHOLDER } from '@muster/contract/rules/link-placeholder'
import { sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { isoInstant } from '../db/iso-instant.ts'
import type { Deps } from '../deps.ts'
import { createLinks, type Links, mapLinks } from '../mail/links.ts'
import type {
  Channel,
  Mail,
  MessageKey,
  Provider,
  ProviderRecord,
  Providers,
  SentMessage,
  Sms,
} from '../providers/provider.ts'
import { OUTBOX_TABLES, type OutboxTable } from './claim.ts'
import type { FailureCode } from './failure-text.ts'
import { writeSms } from './render.ts'
import { type Outcome, recordOutcomes } from './settle.ts'

/** D27: sends a message again only if the provider provably does not have it; otherwise it stays UNKNOWN. */
export async function resolveUnknown(
  deps: Deps,
  { mail, sms }: Providers,
  stopping?: AbortSignal,
): Promise<void> {
  const expired = await deps.db.system(async (tx) => recordOutcomes(tx, await listExpiredLeases(tx)))
  if (expired.length > 0) deps.log.error({ lost: expired.length }, 'a worker died with claimed messages')

  for (const provider of [mail, sms]) if (provider) await resolveByRecord(deps, provider, stopping)
}

async function resolveByRecord(
  deps: Deps,
  { name, record }: Provider<Mail> | Provider<Sms>,
  stopping: AbortSignal | undefined,
): Promise<void> {
  if (record.kind === 'none' || stopping?.aborted) return
  const { after_ms } = record
  const unknown = await deps.db.system((tx) => listUnknown(tx, { provider: name, after_ms }))
  if (unknown.length === 0) return
  if (record.kind === 'events') return deps.db.system((tx) => resolveByEvents(tx, name, unknown))

  for (const row of unknown) {
    if (stopping?.aborted) break
    await lookUp(deps, record, row)
  }
}

type Resolved = 'accepted' | 'absent'

/** Resolves one message. Logs it and returns undefined if the provider could not tell. */
export async function lookUp(
  deps: Deps,
  record: Extract<ProviderRecord, { kind: 'lookup' }>,
  row: UnknownMessage,
): Promise<Resolved | undefined> {
  try {
    const found = await record.find(writeLookup(deps, row))
    return await deps.db.system((tx) => resolveByLookup(tx, row, found))
  } catch (error) {
    deps.log.warn({ err: error, message_id: row.id }, 'the record of a provider could not be read')
    return undefined
  }
}

function writeLookup(deps: Deps, row: UnknownMessage): SentMessage {
  const { organization_id, id, address, channel, asked_at } = row
  return {
    organization_id,
    id,
    to: address,
    text: channel === 'SMS' ? writeSent(row, createLinks(deps.keys, deps.config)) : '',
    asked_at,
  }
}

/**
 * The provider's record is searched for the text that was sent: the stored one with its links, which are stored nowhere
 * (D27). A text of another number of links was not stored by this version, or never: it is written again.
 */
function writeSent(row: UnknownMessage, links: Links): string {
  const parts = row.body_text?.split(LINK_PLACEHOLDER) ?? []
  const used: string[] = []
  const marked = writeSms(
    row,
    mapLinks(links, (link) => `\uE000${used.push(link) - 1}\uE000`),
  )
  const in_order = [...marked.matchAll(/\uE000(\d+)\uE000/g)].map(([, nth]) => used[Number(nth)])
  if (parts.length !== in_order.length + 1) return writeSms(row, links)
  return parts.map((part, nth) => `${part}${in_order[nth] ?? ''}`).join('')
}

/** A missing event is proof only once the provider has reported a message that was sent later. */
async function resolveByEvents(tx: Tx, provider: string, unknown: readonly UnknownMessage[]): Promise<void> {
  const latest = await findLatestReported(tx, provider)
  if (!latest) return
  const absent = unknown.filter(({ asked_at }) => asked_at < latest)
  await recordOutcomes(
    tx,
    absent.map((row) => ({ ...keyOf(row), event: 'absent' as const })),
  )
}

/** Several messages may have the same text and number: each of the provider's ids belongs to one of them. */
async function resolveByLookup(tx: Tx, row: UnknownMessage, found: readonly string[]): Promise<Resolved> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('muster resolve'))`)
  for (const provider_message_id of found) {
    if (await isProviderIdUsed(tx, provider_message_id)) continue
    await recordOutcomes(tx, [{ ...keyOf(row), event: 'accepted', provider_message_id }])
    return 'accepted'
  }
  await recordOutcomes(tx, [{ ...keyOf(row), event: 'absent' }])
  return 'absent'
}

export const keyOf = ({ organization_id, id, fence }: UnknownMessage) => ({ organization_id, id, fence })

async function listExpiredLeases(tx: Tx): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const table of OUTBOX_TABLES) {
    const { rows } = await tx.execute<MessageKey & { fence: number }>(sql`
      select ${organizationOf(table)}, id, fence from ${sql.identifier(table)}
      where status = 'SENDING' and leased_until < now()
      limit 10000 for update skip locked
    `)
    for (const row of rows) {
      outcomes.push({ ...row, event: 'unresolved', failure_reason: 'sender_stopped' satisfies FailureCode })
    }
  }
  return outcomes
}

export const textOf = (table: OutboxTable) => (table === 'message' ? sql`body_text` : sql`null`)

export const organizationOf = (table: OutboxTable) =>
  table === 'message' ? sql`organization_id` : sql`null as organization_id`

export type UnknownMessage = MessageKey & {
  channel: Channel
  template: string
  payload: unknown
  /** Of a message of an organisation that was claimed. */
  body_text: string | null
  language: string
  address: string
  fence: number
  /** ISO 8601 UTC. From this time on the provider may have the message. */
  asked_at: string
}

/** Lists, oldest first, messages sent more than `after_ms` ago, for which the provider's record is complete. */
async function listUnknown(
  tx: Tx,
  { provider, after_ms }: { provider: string; after_ms: number },
): Promise<UnknownMessage[]> {
  const unknown: UnknownMessage[] = []
  for (const table of OUTBOX_TABLES) {
    const { rows } = await tx.execute<UnknownMessage>(sql`
      select ${organizationOf(table)}, id, channel,
        template, payload, ${textOf(table)} as body_text, language, address, fence,
        ${isoInstant(sql`asked_at`)} as asked_at
      from ${sql.identifier(table)}
      where status = 'UNKNOWN' and provider = ${provider}
        and asked_at <= now() - ${after_ms} * interval '1 millisecond'
      order by asked_at limit 1000
    `)
    unknown.push(...rows)
  }
  return unknown
}

async function findLatestReported(tx: Tx, provider: string): Promise<string | undefined> {
  const latest = (table: OutboxTable) => sql`(
    select asked_at from ${sql.identifier(table)}
    where provider = ${provider} and reported_at is not null order by asked_at desc limit 1
  )`
  const { rows } = await tx.execute<{ asked_at: string | null }>(sql`
    select ${isoInstant(sql`greatest(${latest('message')}, ${latest('account_message')})`)} as asked_at
  `)
  return rows[0]?.asked_at ?? undefined
}

async function isProviderIdUsed(tx: Tx, provider_message_id: string): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select from message where provider_message_id = ${provider_message_id} limit 1`,
  )
  return rows.length > 0
}

/** Records that the provider reports its messages: from now on a missing report is significant. */
export async function markReported(tx: Tx, keys: readonly MessageKey[]): Promise<void> {
  const rows = JSON.stringify(keys.map(({ organization_id, id }) => ({ organization_id, id })))
  await tx.execute(sql`
    update message m set reported_at = now() from jsonb_to_recordset(${rows}) as reported (organization_id uuid, id uuid)
    where m.organization_id = reported.organization_id and m.id = reported.id and m.reported_at is null
  `)
  await tx.execute(sql`
    update account_message m set reported_at = now() from jsonb_to_recordset(${rows}) as reported (organization_id uuid, id uuid)
    where reported.organization_id is null and m.id = reported.id and m.reported_at is null
  `)
}

import { digestDue, keepOfDay } from '@muster/contract/rules/mail-limit'
import { sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { deleteBatch } from '../db/in-batches.ts'
import { isoInstant } from '../db/iso-instant.ts'
import { accountMessage, mailQuota } from '../db/schema.ts'
import { announceMessages } from '../live/announce.ts'
import { type ClaimedMessage, requeueLater } from './claim.ts'
import type { FailureCode } from './failure-text.ts'
import { kindOf } from './render.ts'
import { addressKey } from './suppression.ts'

/* D28. A digest may contain messages of several organisations. It stores no payload. Its messages take its status. */

/** Returns the ids of messages above their address's limit. Runs in the claim's transaction: a crash undoes both. */
export async function holdBackAutomatic(tx: Tx, claimed: readonly ClaimedMessage[]): Promise<Set<string>> {
  const counted = claimed.filter(isCounted)
  if (counted.length === 0) return new Set()
  const quotas = await lockQuotas(tx, counted)
  const held: Held[] = []
  const digests: Digest[] = []
  const postponed: Postponed[] = []

  for (const row of counted) {
    const quota = quotas.get(addressKey(row.address))
    if (!quota) throw new Error('every address has a quota')
    if (isAutomatic(row)) openDigestIfDue(row, quota)
    if (isAutomatic(row) && quota.open_digest) held.push({ ...keyOf(row), digest_id: quota.open_digest })
    else {
      const due_at =
        kindOf(row.template)?.above_limit === 'waits' ? digestDue(quota.sent_at, quota.checked_at) : undefined
      if (due_at !== undefined) postponed.push({ id: row.id, due_at })
      else quota.sent_at = [...quota.sent_at, quota.checked_at].toSorted()
    }
  }

  function openDigestIfDue({ language, address }: ClaimedMessage, quota: Quota): void {
    if (quota.open_digest) return
    const due_at = digestDue(quota.sent_at, quota.checked_at)
    if (due_at === undefined) return
    quota.open_digest = newId()
    // Counts the digest in advance, which reserves its place in the quota.
    quota.sent_at = [...quota.sent_at, due_at]
    digests.push({ id: quota.open_digest, template: 'digest', payload: {}, language, address, due_at })
  }

  if (digests.length > 0) await tx.insert(accountMessage).values(digests)
  await requeueForDigest(tx, held)
  await requeueLater(tx, 'account_message', postponed)
  await updateQuotas(tx, quotas)
  return new Set([...held, ...postponed].map(({ id }) => id))
}

const isAutomatic = ({ template }: ClaimedMessage) => kindOf(template)?.email?.digest !== undefined

/** Counts a message once, whatever its retries. */
const isCounted = (row: ClaimedMessage) =>
  row.channel === 'EMAIL' &&
  row.attempts === 1 &&
  (isAutomatic(row) || kindOf(row.template)?.above_limit !== undefined)

type Digest = typeof accountMessage.$inferInsert
/** A list of links belongs to no organisation, so no digest can include it and it is postponed instead (D40). */
type Postponed = { id: string; due_at: string }
type Held = Pick<ClaimedMessage, 'organization_id' | 'id' | 'person_id'> & { digest_id: string }

const keyOf = ({ organization_id, id, person_id }: ClaimedMessage) => ({ organization_id, id, person_id })

type Quota = {
  sent_at: string[]
  open_digest: string | null
  /** Database time after the lock. */
  checked_at: string
}

/** Locks in sorted order, so that two workers cannot deadlock. */
async function lockQuotas(tx: Tx, rows: readonly ClaimedMessage[]): Promise<Map<string, Quota>> {
  const keys = [...new Set(rows.map(({ address }) => addressKey(address)))].toSorted()
  const locked = await tx.execute<Quota & { address_key: string }>(sql`
    insert into mail_quota (address_key) select unnest(${sql.param(keys)}::text[])
    on conflict (address_key) do update set updated_at = now()
    returning address_key, sent_at, digest_id as open_digest,
      ${isoInstant(sql`clock_timestamp()`)} as checked_at
  `)
  const open = await lockOpenDigests(
    tx,
    locked.rows.flatMap(({ open_digest }) => open_digest ?? []),
  )
  return new Map(
    locked.rows.map(({ address_key, sent_at, open_digest, checked_at }) => [
      address_key,
      {
        sent_at: keepOfDay(sent_at, checked_at),
        open_digest: open_digest && open.has(open_digest) ? open_digest : null,
        checked_at,
      },
    ]),
  )
}

/** Skips digests that a worker is claiming, so that later messages go into the next one. */
async function lockOpenDigests(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from account_message where id = any(${sql.param(ids)}::uuid[]) and status = 'QUEUED'
    for update skip locked
  `)
  return new Set(rows.map(({ id }) => id))
}

async function requeueForDigest(tx: Tx, held: readonly Held[]): Promise<void> {
  if (held.length === 0) return
  await tx.execute(sql`
    update message m
    set status = 'QUEUED', digest_id = held.digest_id, failure_reason = ${'held_back' satisfies FailureCode},
      attempts = m.attempts - 1, leased_until = null, asked_at = null, provider = null
    from jsonb_to_recordset(${JSON.stringify(held)}) as held (organization_id uuid, id uuid, digest_id uuid)
    where m.organization_id = held.organization_id and m.id = held.id
  `)
  announceMessages(tx, held)
}

async function updateQuotas(tx: Tx, quotas: ReadonlyMap<string, Quota>): Promise<void> {
  const rows = [...quotas].map(([address_key, { sent_at, open_digest: digest_id }]) => ({
    address_key,
    sent_at,
    digest_id,
  }))
  await tx.execute(sql`
    update mail_quota q set sent_at = changed.sent_at, digest_id = changed.digest_id
    from jsonb_to_recordset(${JSON.stringify(rows)}) as changed (address_key text, sent_at jsonb, digest_id uuid)
    where q.address_key = changed.address_key
  `)
}

export const sweepQuotas = (tx: Tx): Promise<number> =>
  deleteBatch(tx, mailQuota, sql`${mailQuota.updated_at} < now() - interval '2 days'`)

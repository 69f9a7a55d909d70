import { digestDue, keepOfDay } from '@muster/contract/rules/mail-limit'
import { sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { accountMessage, mailQuota } from '../db/schema.ts'
import { announceMessages } from '../live/announce.ts'
import { isUnasked } from '../mail/templates/unasked.ts'
import { addressKey } from './address-key.ts'
import type { Claimed } from './claim.ts'
import type { OwnReason } from './failure-text.ts'

/**
 * D28: counts claimed e-mails that nobody of the organisation sent by hand against their address, and returns the ids
 * of those above the limit. They wait for a digest and must not be sent. Runs in the claim's transaction, so that a
 * killed worker has either claimed, counted and held back, or done nothing.
 */
export async function limitUnasked(tx: Tx, claimed: readonly Claimed[]): Promise<Set<string>> {
  const counted = claimed.filter(isCounted)
  if (counted.length === 0) return new Set()
  const quotas = await lockQuotas(tx, counted)
  const held: Held[] = []
  const digests: Digest[] = []

  for (const row of counted) {
    const quota = quotas.get(addressKey(row.address))
    if (!quota) throw new Error('every address has a quota')
    if (isUnasked(row.template)) openDigestIfDue(row, quota)
    if (isUnasked(row.template) && quota.open_digest)
      held.push({ ...keyOf(row), digest_id: quota.open_digest })
    else quota.sent_at = [...quota.sent_at, quota.checked_at].toSorted()
  }

  function openDigestIfDue({ language, address }: Claimed, quota: Quota): void {
    if (quota.open_digest) return
    const due_at = digestDue(quota.sent_at, quota.checked_at)
    if (due_at === undefined) return
    quota.open_digest = newId()
    // Counted now for the moment it is due: nothing else may take its place.
    quota.sent_at = [...quota.sent_at, due_at]
    digests.push({ id: quota.open_digest, template: 'digest', facts: {}, language, address, due_at })
  }

  if (digests.length > 0) await tx.insert(accountMessage).values(digests)
  await holdBack(tx, held)
  await updateQuotas(tx, quotas)
  return new Set(held.map(({ id }) => id))
}

/** A repeated attempt was counted at the first. A reset is never held: strangers must not keep an administrator out. */
const isCounted = ({ channel, template, attempts }: Claimed) =>
  channel === 'EMAIL' && attempts === 1 && (isUnasked(template) || template === 'password_reset')

type Digest = typeof accountMessage.$inferInsert
type Held = Pick<Claimed, 'organization_id' | 'id' | 'person_id'> & { digest_id: string }

const keyOf = ({ organization_id, id, person_id }: Claimed) => ({ organization_id, id, person_id })

type Quota = {
  sent_at: string[]
  /** The digest that still takes messages along. */
  open_digest: string | null
  /** Database time, after the lock. */
  checked_at: string
}

/** One after another for each address, whichever worker asks; always in the same order, so that nobody waits in a circle. */
async function lockQuotas(tx: Tx, rows: readonly Claimed[]): Promise<Map<string, Quota>> {
  const keys = [...new Set(rows.map(({ address }) => addressKey(address)))].toSorted()
  const locked = await tx.execute<Quota & { address_key: string }>(sql`
    insert into mail_quota (address_key) select unnest(${sql.param(keys)}::text[])
    on conflict (address_key) do update set updated_at = now()
    returning address_key, sent_at, digest_id as open_digest,
      to_char(clock_timestamp(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as checked_at
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

/** Not those that a worker is taking right now: what comes after that is for the next one. */
async function lockOpenDigests(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from account_message where id = any(${sql.param(ids)}::uuid[]) and status = 'QUEUED'
    for update skip locked
  `)
  return new Set(rows.map(({ id }) => id))
}

/** As if it had never been claimed: no provider has seen it. */
async function holdBack(tx: Tx, held: readonly Held[]): Promise<void> {
  if (held.length === 0) return
  await tx.execute(sql`
    update message m
    set status = 'QUEUED', digest_id = held.digest_id, failure_reason = ${'held_back' satisfies OwnReason},
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

/** For the worker, hourly: addresses that got nothing for a day. */
export async function sweepQuotas(tx: Tx): Promise<void> {
  await tx.delete(mailQuota).where(sql`${mailQuota.updated_at} < now() - interval '2 days'`)
}

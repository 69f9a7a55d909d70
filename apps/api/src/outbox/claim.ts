import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import type { Channel, MessageKey } from '../providers/provider.ts'

/** Leases are counted in database time, so workers' clocks need not agree. */
export const OUTBOX_TABLES = ['message', 'account_message'] as const
export type OutboxTable = (typeof OUTBOX_TABLES)[number]

export type ClaimedMessage = MessageKey & {
  channel: Channel
  /** Null for a deleted person, and in `account_message`. */
  person_id: string | null
  organization_name: string | null
  sms_sender: string | null
  approved_sms_sender: string | null
  sender_approved_for: string | null
  template: string
  payload: unknown
  language: string
  address: string
  attempts: number
  request_id: string | null
  traceparent: string | null
  /** Incremented by every claim, so that an outcome of an earlier claim is ignored. */
  fence: number
}

/** Ids for log lines. */
export const idsOf = ({ id, request_id }: Pick<ClaimedMessage, 'id' | 'request_id'>) => ({
  message_id: id,
  ...(request_id !== null && { request_id }),
})

const LEASE = sql`interval '30 seconds'`

export type Claim = {
  channel: Channel
  provider: string
  limit: number
  /** Organisation with which the last claim ended. This claim starts with the next one. */
  after: string | null
}

/** Claims due messages, oldest first. Skips rows that other workers are claiming. */
export async function claimDue(tx: Tx, claim: Claim): Promise<ClaimedMessage[]> {
  const account_messages = await claimAccountMessages(tx, claim)
  const limit = claim.limit - account_messages.length
  if (limit === 0) return account_messages
  const messages = await claimMessages(tx, { ...claim, limit })
  if (messages.length > 0 || claim.after === null) return [...account_messages, ...messages]
  return [...account_messages, ...(await claimMessages(tx, { ...claim, limit, after: null }))]
}

async function claimAccountMessages(tx: Tx, { channel, provider, limit }: Claim): Promise<ClaimedMessage[]> {
  const { rows } = await tx.execute<ClaimedMessage>(sql`
    with chosen as materialized (
      select id from account_message
      where status = 'QUEUED' and due_at <= now() and channel = ${channel}
      order by due_at limit ${limit} for update skip locked
    )
    update account_message m set ${claimedBy(provider)}
    from chosen where m.id = chosen.id
    returning null as organization_id, m.id, m.channel, null as person_id, null as organization_name,
      null as sms_sender, null as approved_sms_sender, null as sender_approved_for, m.template, m.payload, m.language, m.address,
      m.attempts, m.fence, m.request_id, m.traceparent
  `)
  return rows
}

/** Gives each organisation the same share: 100,000 messages of one cost the others one step of the recursion. */
async function claimMessages(tx: Tx, { channel, provider, limit, after }: Claim): Promise<ClaimedMessage[]> {
  const next = (organization_id: SQL) => sql`(
    select organization_id from message
    where status = 'QUEUED' and digest_id is null and channel = ${channel} and due_at <= now()
      and organization_id > ${organization_id}
    order by organization_id limit 1
  )`
  const { rows } = await tx.execute<ClaimedMessage>(sql`
    with recursive waiting (organization_id) as (
      ${next(sql`coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')`)}
      union all
      select ${next(sql`waiting.organization_id`)} from waiting where waiting.organization_id is not null
    ),
    served as materialized (
      select organization_id from waiting
      where organization_id is not null
        -- Not a join, which could change the order of the turns.
        and (select paused_at from organization where id = waiting.organization_id) is null
      limit ${limit}
    ),
    chosen as materialized (
      select due.*, row_number() over () as turn from served cross join lateral (
        select organization_id, id from message
        where status = 'QUEUED' and digest_id is null and channel = ${channel} and due_at <= now()
          and message.organization_id = served.organization_id
        order by due_at
        limit (select ceil(${limit}::numeric / count(*)) from served) for update skip locked
      ) due limit ${limit}
    ),
    claimed as (
      update message m set ${claimedBy(provider)}
      from chosen, organization
      where m.organization_id = chosen.organization_id and m.id = chosen.id and organization.id = m.organization_id
      returning m.organization_id, m.id, m.channel, m.person_id, organization.name as organization_name,
        organization.sms_sender, organization.approved_sms_sender, organization.sender_approved_for, m.template, m.payload, m.language, m.address,
        m.attempts, m.fence, m.request_id, m.traceparent, chosen.turn
    )
    select * from claimed order by turn
  `)
  return rows
}

const claimedBy = (provider: string) => sql`
  status = 'SENDING', attempts = m.attempts + 1, fence = m.fence + 1,
  asked_at = now(), leased_until = now() + ${LEASE}, provider = ${provider}, provider_message_id = null`

/** Puts claimed messages back into the queue as if they had not been claimed. */
export async function requeueLater(
  tx: Tx,
  table: OutboxTable,
  postponed: readonly { id: string; due_at: string }[],
): Promise<void> {
  if (postponed.length === 0) return
  await tx.execute(sql`
    update ${sql.identifier(table)} m
    set status = 'QUEUED', due_at = postponed.due_at, attempts = m.attempts - 1, leased_until = null, asked_at = null,
      provider = null
    from jsonb_to_recordset(${JSON.stringify(postponed)}) as postponed (id uuid, due_at timestamptz)
    where m.id = postponed.id
  `)
}

/** Called with every heartbeat, so that a live worker keeps its messages however slow the provider is. */
export async function renewLeases(
  tx: Tx,
  claimed: readonly Pick<ClaimedMessage, 'id' | 'fence'>[],
): Promise<void> {
  const rows = JSON.stringify(claimed.map(({ id, fence }) => ({ id, fence })))
  for (const table of OUTBOX_TABLES) {
    await tx.execute(sql`
      update ${sql.identifier(table)} m set leased_until = now() + ${LEASE}
      from jsonb_to_recordset(${rows}) as held (id uuid, fence int)
      where m.id = held.id and m.fence = held.fence and m.status = 'SENDING'
    `)
  }
}

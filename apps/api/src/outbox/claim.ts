import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import type { Channel, MessageKey } from '../providers/provider.ts'
import { OUTBOXES } from './outboxes.ts'

/** A row that this worker holds until its lease ends. */
export type Claimed = MessageKey & {
  channel: Channel
  /** Null when the person is deleted, and of an account. */
  person_id: string | null
  organization_name: string | null
  approved_sms_sender: string | null
  template: string
  facts: unknown
  language: string
  address: string
  /** Enqueued with its facts only: the text that the history shows is still to be written. */
  is_unwritten: boolean
  attempts: number
  /** Who settles must name it: whoever claimed the row later has a higher one. */
  fence: number
}

const LEASE = sql`interval '30 seconds'`

export type Claim = {
  channel: Channel
  provider: string
  limit: number
  /** The organisation the last claim ended with: the next one begins behind it. */
  after: string | null
}

/** Takes what is due, oldest first; rows other workers are taking are passed over. Accounts come before organisations. */
export async function claimDue(tx: Tx, claim: Claim): Promise<Claimed[]> {
  const accounts = claim.channel === 'EMAIL' ? await claimAccountMessages(tx, claim) : []
  const limit = claim.limit - accounts.length
  if (limit === 0) return accounts
  const behind = await claimMessages(tx, { ...claim, limit })
  if (behind.length > 0 || claim.after === null) return [...accounts, ...behind]
  return [...accounts, ...(await claimMessages(tx, { ...claim, limit, after: null }))]
}

async function claimAccountMessages(tx: Tx, { provider, limit }: Claim): Promise<Claimed[]> {
  const { rows } = await tx.execute<Claimed>(sql`
    with chosen as materialized (
      select id from account_message
      where status = 'QUEUED' and due_at <= now()
      order by due_at limit ${limit} for update skip locked
    )
    update account_message m set ${taken(provider)}
    from chosen where m.id = chosen.id
    returning null as organization_id, m.id, 'EMAIL' as channel, null as person_id, null as organization_name,
      null as approved_sms_sender, m.template, m.facts, m.language, m.address, false as is_unwritten,
      m.attempts, m.fence
  `)
  return rows
}

/**
 * R8: every organisation that waits gets the same share of a claim, whatever another has waiting. The index leads from
 * one organisation to the next: 100,000 messages of one cost the others one step.
 */
async function claimMessages(tx: Tx, { channel, provider, limit, after }: Claim): Promise<Claimed[]> {
  const next = (organization_id: SQL) => sql`(
    select organization_id from message
    where status = 'QUEUED' and digest_id is null and channel = ${channel} and due_at <= now()
      and organization_id > ${organization_id}
    order by organization_id limit 1
  )`
  const { rows } = await tx.execute<Claimed>(sql`
    with recursive waiting (organization_id) as (
      ${next(sql`coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')`)}
      union all
      select ${next(sql`waiting.organization_id`)} from waiting where waiting.organization_id is not null
    ),
    served as materialized (
      select organization_id from waiting where organization_id is not null limit ${limit}
    ),
    chosen as materialized (
      select due.* from served cross join lateral (
        select organization_id, id from message
        where status = 'QUEUED' and digest_id is null and channel = ${channel} and due_at <= now()
          and message.organization_id = served.organization_id
        order by due_at
        limit (select ceil(${limit}::numeric / count(*)) from served) for update skip locked
      ) due limit ${limit}
    )
    update message m set ${taken(provider)}
    from chosen, organization
    where m.organization_id = chosen.organization_id and m.id = chosen.id and organization.id = m.organization_id
    returning m.organization_id, m.id, m.channel, m.person_id, organization.name as organization_name,
      organization.approved_sms_sender, m.template, m.facts, m.language, m.address,
      m.body_text is null as is_unwritten, m.attempts, m.fence
  `)
  return rows
}

const taken = (provider: string) => sql`
  status = 'SENDING', attempts = m.attempts + 1, fence = m.fence + 1,
  asked_at = now(), leased_until = now() + ${LEASE}, provider = ${provider}, provider_message_id = null`

/** For as long as a worker lives it holds what it has in hand, however slow the provider is. */
export async function renewLeases(tx: Tx, held: readonly Pick<Claimed, 'id' | 'fence'>[]): Promise<void> {
  const rows = JSON.stringify(held.map(({ id, fence }) => ({ id, fence })))
  for (const outbox of OUTBOXES) {
    await tx.execute(sql`
      update ${sql.identifier(outbox)} m set leased_until = now() + ${LEASE}
      from jsonb_to_recordset(${rows}) as held (id uuid, fence int)
      where m.id = held.id and m.fence = held.fence and m.status = 'SENDING'
    `)
  }
}

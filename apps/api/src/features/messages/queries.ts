import { type MessageEvent, messageTransitions } from '@muster/contract/rules/message-status'
import { foldName } from '@muster/contract/rules/text'
import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { assignment, workerHeartbeat } from '../../db/schema.ts'
import type { MessageKey } from './mail.ts'
import type { Channel } from './recipients.ts'

/*
 * The outbox: two tables, one mechanism. All statements are the system's: the worker serves every organisation.
 * Leases are counted in database time, so that workers need not agree on theirs.
 */

const OUTBOXES = ['message', 'account_message'] as const
type Outbox = (typeof OUTBOXES)[number]

/** A row that this worker holds until its lease ends. */
export type Claimed = MessageKey & {
  channel: Channel
  organization_name: string | null
  sms_sender: string | null
  template: string
  facts: unknown
  language: string
  address: string
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
    returning null as organization_id, m.id, 'EMAIL' as channel, null as organization_name, null as sms_sender,
      m.template, m.facts, m.language, m.address, m.attempts, m.fence
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
    where status = 'QUEUED' and channel = ${channel} and due_at <= now() and organization_id > ${organization_id}
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
        where status = 'QUEUED' and channel = ${channel} and due_at <= now()
          and message.organization_id = served.organization_id
        order by due_at
        limit (select ceil(${limit}::numeric / count(*)) from served) for update skip locked
      ) due limit ${limit}
    )
    update message m set ${taken(provider)}
    from chosen, organization
    where m.organization_id = chosen.organization_id and m.id = chosen.id and organization.id = m.organization_id
    returning m.organization_id, m.id, m.channel, organization.name as organization_name, organization.sms_sender,
      m.template, m.facts, m.language, m.address, m.attempts, m.fence
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

/** Something learnt of a message; `fence` where it is the claim's own outcome. */
export type Learnt = MessageKey & {
  event: MessageEvent
  fence?: number
  provider_message_id?: string
  failure_reason?: string
  /** Milliseconds until it is due again. */
  delay_ms?: number
}

/** A message whose status has changed. */
export type Changed = MessageKey & { broadcast_id: string | null; person_id: string | null }

const TRANSITIONS = sql.join(
  messageTransitions.map(({ event, from, to }) => sql`(${event}, ${from}, ${to})`),
  sql`, `,
)

/**
 * Writes down what was learnt, one line per message at most, by the table in `rules/message-status`: what changes
 * nothing there changes nothing here. An outcome whose message was claimed again since is passed over. Returns what
 * has changed.
 */
export async function settle(tx: Tx, learnt: readonly Learnt[]): Promise<Changed[]> {
  const of_people = learnt.filter(({ organization_id }) => organization_id !== null)
  const of_accounts = learnt.filter(({ organization_id }) => organization_id === null)
  const changed: Changed[] = []
  if (of_people.length > 0) {
    changed.push(
      ...(await settleIn(tx, 'message', {
        learnt: of_people,
        isSame: sql`m.organization_id = learnt.organization_id and`,
        returning: sql`m.organization_id, m.id, m.broadcast_id, m.person_id`,
      })),
    )
  }
  if (of_accounts.length > 0) {
    changed.push(
      ...(await settleIn(tx, 'account_message', {
        learnt: of_accounts,
        isSame: sql``,
        returning: sql`null as organization_id, m.id, null as broadcast_id, null as person_id`,
      })),
    )
  }
  return changed
}

async function settleIn(
  tx: Tx,
  outbox: Outbox,
  { learnt, isSame, returning }: { learnt: readonly Learnt[]; isSame: SQL; returning: SQL },
): Promise<Changed[]> {
  const { rows } = await tx.execute<Changed>(sql`
    update ${sql.identifier(outbox)} m
    set status = change.after, leased_until = null, failure_reason = learnt.failure_reason,
      provider_message_id = coalesce(learnt.provider_message_id, m.provider_message_id),
      due_at = case change.after when 'QUEUED' then now() + coalesce(learnt.delay_ms, 0) * interval '1 millisecond' else m.due_at end,
      sent_at = case when change.after in ('SENT', 'DELIVERED') then coalesce(m.sent_at, now()) else m.sent_at end,
      delivered_at = case change.after when 'DELIVERED' then now() else m.delivered_at end
    from jsonb_to_recordset(${JSON.stringify(learnt)}) as learnt (
      organization_id uuid, id uuid, event text, fence int, provider_message_id text, failure_reason text, delay_ms float8
    )
    join (values ${TRANSITIONS}) as change (event, before, after) using (event)
    where ${isSame} m.id = learnt.id and m.status = change.before
      and (learnt.fence is null or m.fence = learnt.fence)
    returning ${returning}
  `)
  return rows
}

/** D27: whoever held these died between asking and hearing. Nobody knows, so they are not sent again. */
export async function listLost(tx: Tx): Promise<Learnt[]> {
  const lost: Learnt[] = []
  for (const outbox of OUTBOXES) {
    const { rows } = await tx.execute<MessageKey & { fence: number }>(sql`
      select ${organizationOf(outbox)}, id, fence from ${sql.identifier(outbox)}
      where status = 'SENDING' and leased_until < now()
      limit 10000 for update skip locked
    `)
    for (const row of rows) {
      lost.push({
        ...row,
        event: 'unheard',
        failure_reason: 'The sender stopped before it heard the answer.',
      })
    }
  }
  return lost
}

const organizationOf = (outbox: Outbox) =>
  outbox === 'message' ? sql`organization_id` : sql`null as organization_id`

/** What nobody has heard of, and its provider may be able to tell. */
export type Unheard = MessageKey & {
  channel: Channel
  template: string
  facts: unknown
  language: string
  address: string
  asked_at: string
  fence: number
}

/** Oldest first; those asked about so long ago, in ms, that the provider's record is complete. */
export async function listUnheard(
  tx: Tx,
  { provider, after_ms }: { provider: string; after_ms: number },
): Promise<Unheard[]> {
  const unheard: Unheard[] = []
  for (const outbox of OUTBOXES) {
    const { rows } = await tx.execute<Unheard>(sql`
      select ${organizationOf(outbox)}, id, ${outbox === 'message' ? sql`channel` : sql`'EMAIL' as channel`},
        template, facts, language, address, fence,
        to_char(asked_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as asked_at
      from ${sql.identifier(outbox)}
      where status = 'UNKNOWN' and provider = ${provider}
        and asked_at <= now() - ${after_ms} * interval '1 millisecond'
      order by asked_at limit 1000
    `)
    unheard.push(...rows)
  }
  return unheard
}

/** When the latest was asked for of those the provider has told of by itself. */
export async function findLatestHeard(tx: Tx, provider: string): Promise<string | undefined> {
  const latest = (outbox: Outbox) => sql`(
    select asked_at from ${sql.identifier(outbox)}
    where provider = ${provider} and heard_at is not null order by asked_at desc limit 1
  )`
  const { rows } = await tx.execute<{ asked_at: string | null }>(sql`
    select to_char(greatest(${latest('message')}, ${latest('account_message')}), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as asked_at
  `)
  return rows[0]?.asked_at ?? undefined
}

/** Whether the provider's name for a message is known to be another one's. */
export async function isTaken(tx: Tx, provider_message_id: string): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select from message where provider_message_id = ${provider_message_id} limit 1`,
  )
  return rows.length > 0
}

/** The provider has told of these by itself: it tells, so its silence about others means something. */
export async function markHeard(tx: Tx, keys: readonly MessageKey[]): Promise<void> {
  const rows = JSON.stringify(keys.map(({ organization_id, id }) => ({ organization_id, id })))
  await tx.execute(sql`
    update message m set heard_at = now() from jsonb_to_recordset(${rows}) as heard (organization_id uuid, id uuid)
    where m.organization_id = heard.organization_id and m.id = heard.id and m.heard_at is null
  `)
  await tx.execute(sql`
    update account_message m set heard_at = now() from jsonb_to_recordset(${rows}) as heard (organization_id uuid, id uuid)
    where heard.organization_id is null and m.id = heard.id and m.heard_at is null
  `)
}

/** Which of these assignments still exist. */
export async function listExisting(tx: Tx, assignment_ids: string[]): Promise<Set<string>> {
  if (assignment_ids.length === 0) return new Set()
  const rows = await tx
    .select({ id: assignment.id })
    .from(assignment)
    .where(inArray(assignment.id, assignment_ids))
  return new Set(rows.map(({ id }) => id))
}

/** What somebody needs for a shift they have taken. */
const NEEDED = ['confirmation', 'shift_changed', 'shift_cancelled']

/**
 * Of claimed messages, the ids of those whose address must not be written to any more (D31). Who has
 * unsubscribed by a click still gets what they need: a cancelled shift must not be walked to.
 */
export async function listSuppressedOf(tx: Tx, claimed: readonly Claimed[]): Promise<Set<string>> {
  const rows = JSON.stringify(
    claimed.map(({ organization_id, id, channel, address, template }) => ({
      organization_id,
      id,
      channel,
      address: foldName(address),
      is_needed: NEEDED.includes(template),
    })),
  )
  const found = await tx.execute<{ id: string }>(sql`
    select claimed.id
    from jsonb_to_recordset(${rows})
      as claimed (organization_id uuid, id uuid, channel text, address text, is_needed boolean)
    join suppression using (organization_id, channel, address)
    where not (claimed.is_needed and claimed.channel = 'EMAIL' and suppression.reason = 'unsubscribe')
  `)
  return new Set(found.rows.map(({ id }) => id))
}

/** Of claimed SMS, the ids of those to somebody who has written to their organisation (D30). */
export async function listAnswering(tx: Tx, claimed: readonly Claimed[]): Promise<Set<string>> {
  const rows = JSON.stringify(
    claimed.map(({ organization_id, id, address }) => ({ organization_id, id, address })),
  )
  const found = await tx.execute<{ id: string }>(sql`
    select claimed.id from jsonb_to_recordset(${rows}) as claimed (organization_id uuid, id uuid, address text)
    where exists (
      select from message
      where channel = 'SMS' and direction = 'INBOUND'
        and message.address = claimed.address and message.organization_id = claimed.organization_id
    )
  `)
  return new Set(found.rows.map(({ id }) => id))
}

/** /readyz tells the age of the youngest; those of a day ago are nobody's any more. Returns how many are alive. */
export async function beat(tx: Tx, worker_id: string): Promise<number> {
  await tx
    .insert(workerHeartbeat)
    .values({ worker_id })
    .onConflictDoUpdate({ target: workerHeartbeat.worker_id, set: { beat_at: sql`now()` } })
  await tx.delete(workerHeartbeat).where(sql`${workerHeartbeat.beat_at} < now() - interval '1 day'`)
  const { rows } = await tx.execute<{ alive: number }>(sql`
    select count(*)::int as alive from worker_heartbeat where beat_at > now() - interval '30 seconds'
  `)
  return rows[0]?.alive ?? 1
}

export async function stopBeating(tx: Tx, worker_id: string): Promise<void> {
  await tx.delete(workerHeartbeat).where(eq(workerHeartbeat.worker_id, worker_id))
}

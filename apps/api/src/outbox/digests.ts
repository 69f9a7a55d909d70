import { digestDue, keepOfDay } from '@muster/contract/rules/mail-limit'
import { sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { groupBy } from '../db/group-by.ts'
import { newId } from '../db/ids.ts'
import { accountMessage, mailQuota } from '../db/schema.ts'
import { announceMessages } from '../live/announce.ts'
import { isAutomatic, MOST_ITEMS, MOST_NOTICES, NOTICES } from '../mail/templates/digest-items.ts'
import { emailTemplates } from '../mail/templates.ts'
import { type ClaimedMessage, requeueLater } from './claim.ts'
import type { FailureCode } from './failure-text.ts'
import { MY_LINKS } from './link-lists.ts'
import { updateReminders } from './shift-reminders.ts'
import { dropEndedSignUps } from './sign-up-mails.ts'
import { addressKey } from './suppression.ts'
import { listUnsendable, type Unsendable } from './unsendable.ts'

/* D28. A digest may be of several organisations. It stores no facts: its messages take over its status. */

/** Returns the ids of those above their address's limit. In the claim's transaction: a crash undoes both. */
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
    if (isAutomatic(row.template)) openDigestIfDue(row, quota)
    if (isAutomatic(row.template) && quota.open_digest)
      held.push({ ...keyOf(row), digest_id: quota.open_digest })
    else {
      const due_at = row.template === MY_LINKS ? digestDue(quota.sent_at, quota.checked_at) : undefined
      if (due_at !== undefined) postponed.push({ id: row.id, due_at })
      else quota.sent_at = [...quota.sent_at, quota.checked_at].toSorted()
    }
  }

  function openDigestIfDue({ language, address }: ClaimedMessage, quota: Quota): void {
    if (quota.open_digest) return
    const due_at = digestDue(quota.sent_at, quota.checked_at)
    if (due_at === undefined) return
    quota.open_digest = newId()
    // Counted in advance, which reserves the digest's place in the quota.
    quota.sent_at = [...quota.sent_at, due_at]
    digests.push({ id: quota.open_digest, template: 'digest', facts: {}, language, address, due_at })
  }

  if (digests.length > 0) await tx.insert(accountMessage).values(digests)
  await requeueForDigest(tx, held)
  await requeueLater(tx, 'account_message', postponed)
  await updateQuotas(tx, quotas)
  return new Set([...held, ...postponed].map(({ id }) => id))
}

/** Retries are counted once. Password resets are counted but never held back. */
const isCounted = ({ channel, template, attempts }: ClaimedMessage) =>
  channel === 'EMAIL' &&
  attempts === 1 &&
  (isAutomatic(template) || template === 'password_reset' || template === MY_LINKS)

type Digest = typeof accountMessage.$inferInsert
/** It belongs to no organisation, so no digest can include it (D40). */
type Postponed = { id: string; due_at: string }
type Held = Pick<ClaimedMessage, 'organization_id' | 'id' | 'person_id'> & { digest_id: string }

const keyOf = ({ organization_id, id, person_id }: ClaimedMessage) => ({ organization_id, id, person_id })

type Quota = {
  sent_at: string[]
  open_digest: string | null
  /** Database time, after the lock. */
  checked_at: string
}

/** Sorted, so that two workers cannot deadlock. */
async function lockQuotas(tx: Tx, rows: readonly ClaimedMessage[]): Promise<Map<string, Quota>> {
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

/** Skips digests that a worker is claiming: later messages go into the next one. */
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

export async function sweepQuotas(tx: Tx): Promise<void> {
  await tx.delete(mailQuota).where(sql`${mailQuota.updated_at} < now() - interval '2 days'`)
}

type Member = Pick<
  ClaimedMessage,
  | 'organization_id'
  | 'id'
  | 'channel'
  | 'person_id'
  | 'template'
  | 'facts'
  | 'language'
  | 'address'
  | 'is_unwritten'
> & {
  digest_id: string
  is_notice: boolean
  /** How many notices its digest has, or how many others. */
  of_kind: number
}

/**
 * Messages that must not be sent any more (D21, D31, D43) leave their digest as FAILED, as do notices for which it has no
 * room. Digests that are not filled yet are left out: they are due again a second later.
 */
export async function fillDigests(
  tx: Tx,
  claimed: readonly ClaimedMessage[],
  now: string,
): Promise<{ rows: readonly ClaimedMessage[]; empty: ReadonlySet<string> }> {
  const digests = claimed.filter(({ template }) => template === 'digest')
  if (digests.length === 0) return { rows: claimed, empty: new Set() }
  await releasePaused(tx, digests)
  const { contents, unfilled } = await readContents(tx, digests, now)
  const due_at = new Date(Date.parse(now) + 1_000).toISOString()
  await requeueLater(
    tx,
    'account_message',
    [...unfilled].map((id) => ({ id, due_at })),
  )
  return {
    rows: claimed
      .filter(({ id }) => !unfilled.has(id))
      .map((row) => (row.template === 'digest' ? { ...row, facts: contents.get(row.id) } : row)),
    empty: new Set([...contents].filter(([, { messages }]) => messages.length === 0).map(([id]) => id)),
  }
}

type Contents = { messages: Pick<Member, 'template' | 'facts'>[]; unread: number }

async function readContents(
  tx: Tx,
  digests: readonly ClaimedMessage[],
  now: string,
): Promise<{ contents: Map<string, Contents>; unfilled: Set<string> }> {
  const members = await listMembers(tx, digests)
  const reminders = await updateReminders(tx, members, now)
  const sign_ups = await dropEndedSignUps(tx, reminders.rows)
  const unsendable: Unsendable = new Map([
    ...[...reminders.ended].map((id) => [id, 'off_shift'] as const),
    ...sign_ups.ended,
    ...(await listUnsendableMembers(tx, sign_ups.rows)),
  ])
  await dropMembers(tx, members, unsendable)
  const of_digest = groupBy(sign_ups.rows, ({ digest_id }) => digest_id)
  const contents = new Map<string, Contents>()
  const unfilled = new Set<string>()
  const without_room: string[] = []
  for (const { id } of digests) {
    const read = of_digest.get(id) ?? []
    const messages = read.filter((member) => !unsendable.has(member.id))
    const unread_notices = countUnread(read.filter(({ is_notice }) => is_notice))
    const unread = countUnread(read.filter(({ is_notice }) => !is_notice))
    const ended = read.length - messages.length
    const hasRoom = messages.length === 0 || (messages.length < MOST_ITEMS && ended > MOST_ITEMS)
    // What came after those that ended is read in another claim: every e-mail of this one waits for it.
    if (hasRoom && unread_notices + unread > 0) {
      unfilled.add(id)
      continue
    }
    contents.set(id, { messages, unread })
    if (unread_notices > 0) without_room.push(id)
  }
  await dropNoticesWithoutRoom(tx, without_room, members)
  return { contents, unfilled }
}

const countUnread = (of_kind: readonly Member[]) => (of_kind[0]?.of_kind ?? 0) - of_kind.length

/** They wait until their organisation goes on. */
async function releasePaused(tx: Tx, digests: readonly ClaimedMessage[]): Promise<void> {
  const ids = digests.map(({ id }) => id)
  await tx.execute(sql`
    update message m set digest_id = null, failure_reason = null
    from organization o
    where m.digest_id = any(${sql.param(ids)}::uuid[]) and o.id = m.organization_id and o.paused_at is not null
  `)
}

/**
 * Notices first. Of each kind as many as have room, in turns of the organisations, each by age: a stranger's own organisation
 * cannot push out what others say. Turns are counted in shifts, because one message may name hundreds.
 */
async function listMembers(tx: Tx, digests: readonly ClaimedMessage[]): Promise<readonly Member[]> {
  const ids = digests.map(({ id }) => id)
  const { rows } = await tx.execute<Member>(sql`
    with member as materialized (
      select organization_id, id, digest_id, created_at, template = any(${sql.param(NOTICES)}::text[]) as is_notice,
        coalesce(jsonb_array_length(facts->'shifts'), 1) as items
      from message where digest_id = any(${sql.param(ids)}::uuid[])
    ),
    numbered as materialized (
      select *, count(*) over (partition by digest_id, is_notice)::int as of_kind,
        sum(items) over (partition by digest_id, is_notice, organization_id order by created_at, id) as turn
      from member
    ),
    placed as materialized (
      select organization_id, id, is_notice, of_kind, turn,
        sum(items) over (partition by digest_id, is_notice order by turn, created_at, id) - items as items_before
      from numbered
    )
    select organization_id, id, channel, person_id, template, facts, language, address, digest_id, is_notice, of_kind,
      false as is_unwritten
    from placed join message using (organization_id, id)
    where items_before < ${MOST_NOTICES}
    order by is_notice desc, turn, created_at, id
  `)
  return rows
}

async function listUnsendableMembers(tx: Tx, members: readonly Member[]): Promise<Unsendable> {
  const parsed = members.map((member) => ({ member, content: emailTemplates.safeParse(member) }))
  const unsendable = await listUnsendable(
    tx,
    parsed.map(({ member, content }) => ({
      ...member,
      assignment_ids: content ? emailTemplates.assignmentIds(content) : [],
    })),
  )
  const unwritable = parsed
    .filter(({ content }) => !content)
    .map(({ member: { id } }) => [id, 'unwritable'] as const)
  return new Map([...unwritable, ...unsendable])
}

async function dropMembers(tx: Tx, members: readonly Member[], unsendable: Unsendable): Promise<void> {
  const dropped = members.flatMap(({ organization_id, id, person_id }) => {
    const reason = unsendable.get(id)
    return reason ? [{ organization_id, id, person_id, reason }] : []
  })
  if (dropped.length === 0) return
  await tx.execute(sql`
    update message m set status = 'FAILED', failure_reason = dropped.reason, digest_id = null
    from jsonb_to_recordset(${JSON.stringify(dropped)}) as dropped (organization_id uuid, id uuid, reason text)
    where m.organization_id = dropped.organization_id and m.id = dropped.id
  `)
  announceMessages(tx, dropped)
}

/** Nobody is told what it says, so it must not become SENT with its digest. */
async function dropNoticesWithoutRoom(
  tx: Tx,
  digest_ids: readonly string[],
  read: readonly Member[],
): Promise<void> {
  if (digest_ids.length === 0) return
  const { rows } = await tx.execute<Pick<Member, 'organization_id' | 'person_id'>>(sql`
    update message set status = 'FAILED', failure_reason = ${'no_room' satisfies FailureCode}, digest_id = null
    where digest_id = any(${sql.param(digest_ids)}::uuid[]) and template = any(${sql.param(NOTICES)}::text[])
      and id <> all(${sql.param(read.map(({ id }) => id))}::uuid[])
    returning organization_id, person_id
  `)
  announceMessages(tx, rows)
}

import { groupBy } from '@muster/contract/rules/group-by'
import { addMs } from '@muster/contract/rules/instants'
import { sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { announceMessages } from '../live/announce.ts'
import { type ClaimedMessage, requeueLater } from './claim.ts'
import type { FailureCode } from './failure-text.ts'
import { MOST_ITEMS, MOST_NOTICES } from './kinds/digest.ts'
import { refresh } from './refresh.ts'
import { assignmentIdsOf, listTemplates } from './render.ts'
import { listUnsendable, type Unsendable } from './unsendable.ts'

/* D28. The content of a digest is read when it is claimed. */

const NOTICES = listTemplates(({ email }) => email?.digest?.is_notice === true)

type Member = Pick<
  ClaimedMessage,
  'organization_id' | 'id' | 'channel' | 'person_id' | 'template' | 'payload' | 'language' | 'address'
> & {
  digest_id: string
  is_notice: boolean
  /** Number of notices in its digest, or of other messages. */
  of_kind: number
}

/**
 * Removes messages that must no longer be sent (D21, D31, D43), and notices for which there is no room, from their
 * digest as FAILED. Leaves out digests that are not filled yet: they are due again a second later.
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
  const due_at = addMs(now, 1_000)
  await requeueLater(
    tx,
    'account_message',
    [...unfilled].map((id) => ({ id, due_at })),
  )
  return {
    rows: claimed
      .filter(({ id }) => !unfilled.has(id))
      .map((row) => (row.template === 'digest' ? { ...row, payload: contents.get(row.id) } : row)),
    empty: new Set([...contents].filter(([, { messages }]) => messages.length === 0).map(([id]) => id)),
  }
}

type Contents = { messages: Pick<Member, 'template' | 'payload'>[]; unread: number }

async function readContents(
  tx: Tx,
  digests: readonly ClaimedMessage[],
  now: string,
): Promise<{ contents: Map<string, Contents>; unfilled: Set<string> }> {
  const members = await listMembers(tx, digests)
  const { rows, ended: outdated } = await refresh(tx, members, now)
  const unsendable: Unsendable = new Map([...outdated, ...(await listUnsendableMembers(tx, rows))])
  await dropMembers(tx, members, unsendable)
  const of_digest = groupBy(rows, ({ digest_id }) => digest_id)
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
    // The next claim reads the rest. Reading it now would delay every e-mail of this claim.
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

/** Takes messages of paused organisations out of their digest: they wait until the pause ends. */
async function releasePaused(tx: Tx, digests: readonly ClaimedMessage[]): Promise<void> {
  const ids = digests.map(({ id }) => id)
  await tx.execute(sql`
    update message m set digest_id = null, failure_reason = null
    from organization o
    where m.digest_id = any(${sql.param(ids)}::uuid[]) and o.id = m.organization_id and o.paused_at is not null
  `)
}

/**
 * Lists notices first. Takes as many of each kind as have room, in turns of the organisations, each by age, so that a
 * stranger's own organisation cannot displace messages of others. Turns are counted in shifts, because one message
 * may name hundreds.
 */
async function listMembers(tx: Tx, digests: readonly ClaimedMessage[]): Promise<readonly Member[]> {
  const ids = digests.map(({ id }) => id)
  const { rows } = await tx.execute<Member>(sql`
    with member as materialized (
      select organization_id, id, digest_id, created_at, template = any(${sql.param(NOTICES)}::text[]) as is_notice,
        coalesce(jsonb_array_length(payload->'shifts'), 1) as items
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
    select organization_id, id, channel, person_id, template, payload, language, address, digest_id, is_notice, of_kind
    from placed join message using (organization_id, id)
    where items_before < ${MOST_NOTICES}
    order by is_notice desc, turn, created_at, id
  `)
  return rows
}

async function listUnsendableMembers(tx: Tx, members: readonly Member[]): Promise<Unsendable> {
  const read = members.map((member) => ({ ...member, assignment_ids: readAssignmentIds(member) }))
  const unsendable = await listUnsendable(
    tx,
    read.map((member) => ({ ...member, assignment_ids: member.assignment_ids ?? [] })),
  )
  const unwritable = read.flatMap(({ id, assignment_ids }) =>
    assignment_ids ? [] : [[id, 'unwritable'] as const],
  )
  return new Map([...unwritable, ...unsendable])
}

function readAssignmentIds(member: Member): readonly string[] | undefined {
  try {
    return assignmentIdsOf(member)
  } catch {
    return undefined
  }
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

/** The digest does not contain these notices, so they must not become SENT with it. */
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

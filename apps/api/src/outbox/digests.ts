import { sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { announceMessages } from '../live/announce.ts'
import { assignmentsIn, findContent } from '../mail/write-email.ts'
import { listUnsendable, type Unsendable } from './before-sending.ts'
import type { Claimed } from './claim.ts'

/*
 * D28: a digest is an `account_message`, since it belongs to no single organisation. It keeps no facts of its own: what
 * it says is that of the messages it takes along, which have its status from then on.
 */

type Member = Omit<Claimed, 'organization_name' | 'sms_sender' | 'attempts' | 'fence'> & { digest_id: string }

type Filled = {
  rows: readonly Claimed[]
  /** Ids of digests with nothing left to say. */
  empty: ReadonlySet<string>
}

/** Gives claimed digests what they say now. What is not to be sent any more (D21, D31) leaves them with the reason. */
export async function fillDigests(tx: Tx, claimed: readonly Claimed[]): Promise<Filled> {
  const digests = claimed.filter(({ template }) => template === 'digest')
  if (digests.length === 0) return { rows: claimed, empty: new Set() }
  const members = await listMembers(tx, digests)
  const unsendable = await listUnsendableMembers(tx, members)
  await dropMembers(tx, members, unsendable)
  const sent = members.filter(({ id }) => !unsendable.has(id))
  const messagesOf = (digest: Claimed) =>
    sent
      .filter(({ digest_id }) => digest_id === digest.id)
      .map(({ template, facts }) => ({ template, facts }))
  return {
    rows: claimed.map((row) =>
      row.template === 'digest' ? { ...row, facts: { messages: messagesOf(row) } } : row,
    ),
    empty: new Set(digests.filter((digest) => messagesOf(digest).length === 0).map(({ id }) => id)),
  }
}

async function listMembers(tx: Tx, digests: readonly Claimed[]): Promise<Member[]> {
  const ids = digests.map(({ id }) => id)
  const { rows } = await tx.execute<Member>(sql`
    select organization_id, id, channel, person_id, template, facts, language, address, digest_id
    from message where digest_id = any(${sql.param(ids)}::uuid[]) order by created_at, id
  `)
  return rows
}

async function listUnsendableMembers(tx: Tx, members: readonly Member[]): Promise<Unsendable> {
  const read = members.map((member) => ({ member, content: findContent(member) }))
  const unsendable = await listUnsendable(
    tx,
    read.map(({ member, content }) => ({ ...member, assignment_ids: content ? assignmentsIn(content) : [] })),
  )
  // One that cannot be written must not hold up the others.
  const unwritable = read
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

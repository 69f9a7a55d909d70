import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { OrgTx } from '../db/client.ts'
import { IS_BY_MEMBER } from '../db/is-by-member.ts'
import { announceMessages } from '../live/announce.ts'
import type { Channel } from '../providers/provider.ts'
import { announceEnqueued } from './enqueue.ts'

/**
 * Locks the messages of a batch. Returns false once one has been claimed: then it cannot be undone (D46). Waits for a
 * claim in progress, which locks its rows.
 */
export async function lockUnclaimed(tx: OrgTx, batch_id: string): Promise<boolean> {
  const { rows } = await tx.execute<{ is_unclaimed: boolean }>(sql`
    select status = 'QUEUED' and attempts = 0 and digest_id is null as is_unclaimed
    from message where batch_id = ${batch_id} and organization_id = ${tx.org}
    order by id for update
  `)
  return rows.every(({ is_unclaimed }) => is_unclaimed)
}

/** Removes invitations about one of these assignments alone that no worker has claimed. Returns their rows. */
export async function takeUnsentQuestions(
  tx: OrgTx,
  asked: readonly { id: string; person_id: string }[],
): Promise<unknown[]> {
  const [assignment_ids, person_ids] = [asked.map(({ id }) => id), asked.map((one) => one.person_id)]
  const { rows } = await tx.execute<{ person_id: string; row: unknown }>(sql`
    delete from message m
    where m.organization_id = ${tx.org} and m.person_id = any(${sql.param(person_ids)}::uuid[])
      and m.template = 'invitation' and m.payload->'more' is null
      and m.payload->>'assignment_id' = any(${sql.param(assignment_ids)}::text[])
      and m.status = 'QUEUED' and m.attempts = 0 and m.digest_id is null
    returning m.person_id, to_jsonb(m) as row
  `)
  announceMessages(
    tx,
    rows.map(({ person_id }) => ({ organization_id: tx.org, person_id })),
  )
  return rows.map(({ row }) => row)
}

/** Removes messages to a person about these assignments alone that no worker has claimed. */
export async function takeBackAbout(
  tx: OrgTx,
  { person_id, assignment_ids }: { person_id: string; assignment_ids: readonly string[] },
): Promise<void> {
  const ids = JSON.stringify({ ids: assignment_ids })
  await tx.execute(sql`
    delete from message
    where organization_id = ${tx.org} and person_id = ${person_id}
      and status = 'QUEUED' and attempts = 0 and digest_id is null
      and jsonb_path_exists(payload, '$.**.assignment_id ? (@ == $ids[*])', ${ids}::jsonb)
      and not jsonb_path_exists(payload, '$.**.assignment_id ? (!(@ == $ids[*]))', ${ids}::jsonb)
  `)
}

/** What a part of a message is about. */
export type About = { person_id: string; assignment_id?: string; shift_id?: string; waiting_id?: string }

/**
 * Takes back the messages of a batch, or their parts, except those about what `stays`: these leave now. Returns the
 * channels of those that are gone and counted towards the daily cap.
 */
export async function takeBackMessages(
  tx: OrgTx,
  batch_id: string,
  stays: ((about: About) => boolean) | undefined,
): Promise<Channel[]> {
  const left = stays ? await listLeft(tx, batch_id, stays) : []
  const { rows } = await tx.execute<{ person_id: string | null; channel: Channel; is_counted: boolean }>(sql`
    delete from message
    where batch_id = ${batch_id} and organization_id = ${tx.org} and id <> all(${sql.param(left.map(({ id }) => id))}::uuid[])
    returning person_id, channel, channel = 'SMS' or ${IS_BY_MEMBER} as is_counted
  `)
  await tx.execute(sql`
    update message m set payload = given.payload, batch_id = null, due_at = now()
    from jsonb_to_recordset(${JSON.stringify(left)}) as given (id uuid, payload jsonb)
    where m.id = given.id and m.organization_id = ${tx.org}
  `)
  if (left.length > 0)
    announceEnqueued(
      tx,
      left.map(({ person_id }) => person_id),
    )
  announceMessages(
    tx,
    rows.map(({ person_id }) => ({ organization_id: tx.org, person_id })),
  )
  return rows.flatMap(({ channel, is_counted }) => (is_counted ? channel : []))
}

const part = z.looseObject({
  assignment_id: z.string().optional(),
  shift_id: z.string().optional(),
  waiting_id: z.string().optional(),
})
const parts = z.looseObject({
  shifts: z.array(part).optional(),
  off: z.array(part).optional(),
  more: z.array(part).optional(),
})

async function listLeft(tx: OrgTx, batch_id: string, stays: (about: About) => boolean) {
  const { rows } = await tx.execute<{ id: string; person_id: string; payload: unknown }>(sql`
    select id, person_id, payload from message
    where batch_id = ${batch_id} and organization_id = ${tx.org} and person_id is not null
  `)
  return rows.flatMap(({ id, person_id, payload }) => {
    const left = partsLeft(parts.parse(payload), ({ assignment_id, shift_id, waiting_id }) =>
      stays({
        person_id,
        ...(assignment_id && { assignment_id }),
        ...(shift_id && { shift_id }),
        ...(waiting_id && { waiting_id }),
      }),
    )
    return left ? [{ id, person_id, payload: left }] : []
  })
}

/** Returns the payload without the parts that are taken back. Undefined: none is left. */
function partsLeft(
  { shifts, off, more, ...rest }: z.infer<typeof parts>,
  isLeft: (one: z.infer<typeof part>) => boolean,
): object | undefined {
  if (shifts) {
    const left = { shifts: shifts.filter(isLeft), off: (off ?? []).filter(isLeft) }
    if (left.shifts.length + left.off.length === 0) return undefined
    return { ...rest, shifts: left.shifts, ...(off && { off: left.off }) }
  }
  // An invitation is about its first shift and `more`.
  const [first, ...others] = [part.parse(rest), ...(more ?? [])].filter(isLeft)
  return first && { ...rest, ...first, ...(others.length > 0 && { more: others }) }
}

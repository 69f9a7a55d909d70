import { BATCH_UNDO_MS } from '@muster/contract/rules/batch-undo'
import { HOUR_MS } from '@muster/contract/rules/instants'
import { sql } from 'drizzle-orm'
import type { OrgTx } from '../db/client.ts'
import { isoInstant } from '../db/iso-instant.ts'
import { recordTaken } from '../db/record-batch.ts'
import type { OfBatch } from './enqueue.ts'
import type { SmsContent } from './kinds/kinds.ts'

type Notice = { person: { id: string }; content: SmsContent }

/** A notice about a shift that begins sooner does not wait. */
const URGENT_MS = 3 * HOUR_MS

/**
 * D65: notices by SMS within an hour are joined, never dropped. The first leaves at once. The next waits until an hour
 * has passed since, and takes in those that come meanwhile; e-mails have their digest for that (D28).
 */
export async function joinSmsNotices<One extends Notice>(
  tx: OrgTx,
  notices: readonly One[],
  { now, batch_id }: { now: string } & OfBatch,
): Promise<(One & { due_at?: string })[]> {
  const [any] = notices
  if (!any) return []
  const people = notices.map(({ person }) => person.id)
  const taken = await takeWaiting(tx, people, any.content)
  if (batch_id !== undefined)
    await recordTaken(
      tx,
      batch_id,
      taken.map(({ row }) => row),
    )
  const waiting = new Map(taken.map((each) => [each.person_id, each]))
  const pauses = await listPauses(tx, people)
  return notices.map((notice) => {
    const before = waiting.get(notice.person.id)
    const content = before ? join(before.content, notice.content) : notice.content
    const due_at = before?.due_at ?? pauses.get(notice.person.id)
    return due_at === undefined || isUrgent(content, now)
      ? { ...notice, content }
      : { ...notice, content, due_at }
  })
}

type Waiting = { person_id: string; content: SmsContent; due_at: string; row: unknown }

/**
 * Removes notices of the same kind that no worker has claimed: their shifts go on in the new one. Leaves those of a batch
 * that can be undone (D46).
 */
async function takeWaiting(tx: OrgTx, people: readonly string[], { template, payload }: SmsContent) {
  const because = 'because' in payload ? payload.because : null
  const { rows } = await tx.execute<Waiting>(sql`
    delete from message m
    where m.organization_id = ${tx.org} and m.person_id = any(${sql.param(people)}::uuid[]) and m.channel = 'SMS'
      and m.template = ${template} and m.payload->>'because' is not distinct from ${because}
      and m.status = 'QUEUED' and m.due_at > now()
      and (m.batch_id is null or m.created_at < clock_timestamp() - ${BATCH_UNDO_MS} * interval '1 millisecond')
    returning m.person_id, to_jsonb(m) as row, jsonb_build_object('template', m.template, 'payload', m.payload) as content, ${isoInstant(sql`m.due_at at time zone 'UTC'`)} as due_at
  `)
  return rows
}

/** Returns when an hour has passed since the last notice, of those who got one in the last hour. */
async function listPauses(tx: OrgTx, people: readonly string[]): Promise<Map<string, string>> {
  const at = sql`max(coalesce(m.sent_at, m.due_at)) + interval '1 hour'`
  const { rows } = await tx.execute<{ person_id: string; due_at: string }>(sql`
    select m.person_id, ${isoInstant(sql`(${at}) at time zone 'UTC'`)} as due_at
    from message m
    where m.organization_id = ${tx.org} and m.person_id = any(${sql.param(people)}::uuid[]) and m.channel = 'SMS'
      and m.template in ('shift_changed', 'shift_cancelled') and coalesce(m.sent_at, m.due_at) > now() - interval '1 hour'
    group by m.person_id
  `)
  return new Map(rows.map(({ person_id, due_at }) => [person_id, due_at]))
}

/** A shift that changed twice is told once, with what it was before the first change. */
function join(before: SmsContent, content: SmsContent): SmsContent {
  if (content.template === 'shift_changed' && before.template === 'shift_changed') {
    const earlier = before.payload.shifts
    const was = new Map(earlier.map((shift) => [shift.assignment_id, shift.was]))
    const { shifts } = content.payload
    const again = shifts.map((shift) => ({ ...shift, was: was.get(shift.assignment_id) ?? shift.was }))
    const named = new Set(shifts.map(({ assignment_id }) => assignment_id))
    const others = earlier.filter(({ assignment_id }) => !named.has(assignment_id))
    const off = [...(content.payload.off ?? []), ...(before.payload.off ?? [])]
    return {
      ...content,
      payload: {
        ...content.payload,
        shifts: [...again, ...others],
        ...(off.length > 0 && { off }),
      },
    }
  }
  if (content.template === 'shift_cancelled' && before.template === 'shift_cancelled') {
    const { shifts } = content.payload
    return { ...content, payload: { ...content.payload, shifts: [...shifts, ...before.payload.shifts] } }
  }
  return content
}

function isUrgent(content: SmsContent, now: string): boolean {
  if (content.template !== 'shift_changed' && content.template !== 'shift_cancelled') return true
  const { payload } = content
  const shifts = [...payload.shifts, ...('off' in payload ? (payload.off ?? []) : [])]
  const starts = shifts.flatMap((shift) => [
    shift.entry.start_dt,
    ...('was' in shift ? [shift.was.start_dt] : []),
  ])
  return starts.some((start) => Math.abs(Date.parse(start) - Date.parse(now)) < URGENT_MS)
}

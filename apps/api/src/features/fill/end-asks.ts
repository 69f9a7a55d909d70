import { BATCH_WAITS_MS } from '@muster/contract/rules/batch-undo'
import { addMs } from '@muster/contract/rules/instants'
import { sql } from 'drizzle-orm'
import { isAskFilled } from '../../db/ask-filled.ts'
import type { OrgId, OrgTx, Tx } from '../../db/client.ts'
import { lockPeople, lockShifts } from '../../db/lock.ts'
import { recordAction, subjectsOfShift } from '../../db/record-action.ts'
import { recordTaken } from '../../db/record-batch.ts'
import type { ShiftRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { enqueueOfferEnded } from '../../outbox/enqueue-notices.ts'
import { takeUnsentQuestions } from '../../outbox/take-back.ts'
import { endOffers } from '../assignments/places.ts'
import { countOpenPlaces, listAssignments } from '../assignments/queries.ts'

/** Maximum number of asks in one run. Asks that fail are not counted: they must not delay the others. */
const MOST_ASKS = 1_000

/**
 * D61: tells who is left of an ask that others have got its places. Until then a yes of theirs is refused under the lock
 * of the shift (`place_taken`), and they count in no figure, however the places were taken. Returns how many asks ended.
 */
export async function endFilledAsks(
  { db, log, config, now }: Pick<Deps, 'db' | 'log' | 'config' | 'now'>,
  stopping?: AbortSignal,
  most = MOST_ASKS,
): Promise<number> {
  const due = await db.system((tx) => listFilledAsks(tx, now()))
  let ended = 0
  for (const { organization_id, shift_id, ask_id } of due) {
    if (stopping?.aborted || ended >= most) break
    try {
      const is_ended = await db.transaction(organization_id, async (tx) => {
        const [shift] = await lockShifts(tx, [shift_id])
        if (!shift || (await countOpenPlaces(tx, { shift, ask_id, person_id: null })) > 0) return false
        // Not counted towards the cap: at most as many as the questions, which were.
        await endAsk(tx, { shift, ask_id, because: 'taken' }, { now: now(), config, is_uncapped: true })
        return true
      })
      if (is_ended) ended += 1
    } catch (error) {
      // The run goes on; this ask is tried again in the next run.
      log.error({ err: error, ask_id }, 'the others of an ask could not be told')
    }
  }
  return ended
}

/** Ends the offers that were not answered. The shift must be locked. */
export async function endAsk(
  tx: OrgTx,
  { shift, ask_id, because }: { shift: ShiftRow; ask_id: string; because: 'taken' | 'stopped' },
  sending: Parameters<typeof enqueueOfferEnded>[2],
): Promise<void> {
  const offers = (await listAssignments(tx, { shift_ids: [shift.id] })).filter(
    (one) => one.ask_id === ask_id && one.status === 'INVITED',
  )
  if (offers.length === 0) return
  const [ids, person_ids] = [offers.map(({ id }) => id), offers.map(({ person_id }) => person_id)]
  await lockPeople(tx, person_ids)
  await enqueueOfferEnded(tx, { assignment_ids: ids, because }, sending)
  // An undo sends them after all.
  if (sending.batch_id) await recordTaken(tx, sending.batch_id, await takeUnsentQuestions(tx, offers))
  await endOffers(tx, { shift, ids, because })
  const action = because === 'taken' ? 'assignment.ask_filled' : 'assignment.ask_stopped'
  await recordAction(tx, { action, at: sending.now, ...subjectsOfShift(shift), person_ids })
}

type FilledAsk = { organization_id: OrgId; shift_id: string; ask_id: string }

/** Leaves out asks that can still be undone (D46), and those of paused organisations (O1). */
async function listFilledAsks(tx: Tx, now: string): Promise<FilledAsk[]> {
  const { rows } = await tx.execute<FilledAsk>(sql`
    select a.organization_id, a.shift_id, a.ask_id
    from (
      select organization_id, shift_id, ask_id from assignment
      where ask_id is not null and status = 'INVITED'
      group by organization_id, shift_id, ask_id
      having max(invite_sent_at) <= ${addMs(now, -BATCH_WAITS_MS)}
    ) a
    cross join lateral (select id, required_qty from shift where shift.id = a.shift_id offset 0) s
    join organization g on g.id = a.organization_id and g.ended_at is null and g.paused_at is null
    where ${isAskFilled}
    order by a.shift_id, a.ask_id
  `)
  return rows
}

import { groupBy } from '@muster/contract/rules/group-by'
import { invitationState } from '@muster/contract/rules/invitation-state'
import type { BatchPreview, shiftBatch } from '@muster/contract/shifts'
import type { z } from 'zod'
import { type OrgId, type OrgTx, rollBack } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import type { Told } from '../../outbox/enqueue-notices.ts'
import { type AffectedAssignment, listAffected, listOnWaitingList } from '../../outbox/list-notified.ts'
import { listPlans } from '../../outbox/plans.ts'
import { type Clash, carryOut, refuseBatch, rowsOf } from './save-batch.ts'

/** Clashes that a preview names. */
const NAMED_CLASHES = 100

/**
 * D46: carries the batch out and rolls it back, so that a preview says what saving would do. `of_event`: the event of
 * which a key may read (K1). Refuses as `saveBatch`, but not with clashes.
 */
export function previewBatch(
  deps: Deps,
  org: OrgId,
  batch: z.output<typeof shiftBatch>,
  of_event: string | undefined,
): Promise<BatchPreview> {
  const { notify = true } = batch
  return deps.db.transaction(org, async (tx) => {
    rollBack(tx)
    const rows = rowsOf(batch)
    const shift_ids = [...rows.update, ...rows.remove].map(({ id }) => id)
    const on_shifts = await listAffected(tx, { shift_ids })
    const on_waiting_lists = await listOnWaitingList(tx, { shift_ids })

    const done = await carryOut(tx, deps, { rows, notify, refuse: refuseBatch, lists_clashes: true })
    const concerned = new Set([...done.moved_ids, ...done.removed.map(({ id }) => id)])
    const people = on_shifts.filter(({ shift_id }) => concerned.has(shift_id))
    const waiting = on_waiting_lists.filter(({ shift_id }) => concerned.has(shift_id))
    return {
      ...countPeople({ people, waiting, told: done.told, notify, now: deps.now() }),
      clashes: await nameClashes(tx, done.clashes.slice(0, NAMED_CLASHES), of_event),
      clash_count: done.clashes.length,
    }
  })
}

type Counted = {
  people: readonly AffectedAssignment[]
  waiting: readonly { person: { id: string } }[]
  told: readonly Told[]
  notify: boolean
  now: string
}

function countPeople({ people, waiting, told, notify, now }: Counted) {
  const heard = new Map(
    told.map(({ person, content }) => [person.id, asks(content) ? 'question' : 'notice'] as const),
  )
  const groups = {
    confirmed: nobody(),
    asked: nobody(),
    expired: nobody(),
    not_asked: nobody(),
    waiting: nobody(),
  }
  const by_person = groupBy(people, ({ person }) => person.id)
  for (const [id, own] of by_person) {
    const state = ORDER.find((each) => own.some((one) => stateOf(one, now) === each))
    if (state) groups[state][heard.get(id) ?? 'nothing'] += 1
  }
  for (const id of new Set(waiting.map(({ person }) => person.id)))
    if (!by_person.has(id)) groups.waiting[notify ? 'notice' : 'nothing'] += 1
  const sms = told.filter(({ channel }) => channel === 'SMS').length
  return { people: groups, emails: told.length - sms + (notify ? waiting.length : 0), sms }
}

const nobody = () => ({ question: 0, notice: 0, nothing: 0 })

/** A person with several of them counts as the first. */
const ORDER = ['confirmed', 'asked', 'expired', 'not_asked'] as const

function stateOf({ status, was_written_to, token_expires_at }: AffectedAssignment, now: string) {
  if (status === 'CONFIRMED') return 'confirmed'
  return invitationState({ status, invite_sent: was_written_to, token_expires_at }, now)
}

const asks = (content: Told['content']): boolean =>
  content.template === 'shift_changed' && content.payload.shifts.some(({ asks_again }) => asks_again)

async function nameClashes(tx: OrgTx, clashes: readonly Clash[], of_event: string | undefined) {
  const others = await listPlans(
    tx,
    clashes.map(({ times: [, other] }) => other.shift_id),
  )
  const by_id = new Map(others.map((plan) => [plan.shift_id, plan]))
  return clashes.map(({ row, times: [own, { shift_id }] }) => {
    const plan = by_id.get(shift_id)
    const { person_id, first_name, last_name } = own
    const is_shown = plan && (of_event === undefined || plan.event_id === of_event)
    return {
      path: row.path,
      shift_id: own.shift_id,
      person_id,
      first_name,
      last_name,
      other: is_shown ? plan : null,
    }
  })
}

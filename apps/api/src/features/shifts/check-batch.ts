import type { shiftBatch, shiftChange } from '@muster/contract/shifts'
import type { z } from 'zod'
import { limitReached } from '../../access/refuse-at-limit.ts'
import type { Config } from '../../config.ts'
import type { OrgTx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { lockShifts } from '../../db/lock.ts'
import type { ShiftRow } from '../../db/schema.ts'
import { badRequest, conflict, notFound, type Refusal, type RefusedRow } from '../../edge/refusal.ts'
import { countShifts, holdRoles, type NewShiftRow } from './queries.ts'

type AddedShift = NonNullable<z.output<typeof shiftBatch>['create']>[number]

/** D46: rows of a batch with their paths in the call. That of a single shift is empty. */
export type Rows = {
  create: readonly { path: string; given: AddedShift }[]
  update: readonly ({ path: string; id: string } & z.output<typeof shiftChange>)[]
  remove: readonly { path: string; id: string }[]
}

/** A change of a locked shift. */
export type Updated = {
  path: string
  before: ShiftRow
  after: ShiftRow
  despite_conflict: boolean
}

export type Checked = {
  created: readonly (NewShiftRow & Pick<AddedShift, 'people_of'>)[]
  updated: readonly Updated[]
  removed: readonly ShiftRow[]
}

/** Throws a refusal for the rows. */
export type Refuse = (rows: readonly [RefusedRow, ...RefusedRow[]]) => never

/** Locks roles and shifts (D15), and refuses all invalid rows, or else all that no rule lets through. */
export async function lockAndCheck(
  tx: OrgTx,
  { create, update, remove }: Rows,
  { config, refuse }: { config: Pick<Config, 'limits'>; refuse: Refuse },
): Promise<Checked> {
  const events_of_roles = await holdRoles(
    tx,
    [...create.map(({ given }) => given.role_id), ...update.map(({ role_id }) => role_id)].filter(
      (id) => id !== undefined,
    ),
  )
  const locked = new Map(
    (
      await lockShifts(tx, [
        ...[...update, ...remove].map(({ id }) => id),
        ...create.flatMap(({ given }) => given.people_of ?? []),
      ])
    ).map((shift) => [shift.id, shift]),
  )
  const refused: RefusedRow[] = []
  const arriving: { path: string; event_id: string }[] = []

  const created = create.map(({ path, given }) => {
    const { event_id, people_of } = given
    if (events_of_roles.get(given.role_id) !== event_id) refused.push(roleNotFound(path))
    else if (people_of !== undefined && locked.get(people_of)?.event_id !== event_id)
      refused.push({ path, refusal: notFound('shift_not_found') })
    else arriving.push({ path, event_id })
    return { ...given, id: newId() }
  })
  const updated = update.flatMap(({ path, id, version, despite_conflict = false, ...change }): Updated[] => {
    const before = locked.get(id)
    const why = before
      ? whyRefused(before, { version, change, events_of_roles })
      : notFound('shift_not_found')
    if (why) refused.push({ path, refusal: why })
    if (!before || why) return []
    const after = shiftAfter(before, change)
    if (after.event_id !== before.event_id) arriving.push({ path, event_id: after.event_id })
    return [{ path, before, after, despite_conflict }]
  })
  const removed = remove.flatMap(({ path, id }) => {
    const found = locked.get(id)
    if (!found) refused.push({ path, refusal: notFound('shift_not_found') })
    return found ?? []
  })

  refuseBackwards(updated)
  const leaving = [
    ...removed,
    ...updated.flatMap(({ before, after }) => (before.event_id === after.event_id ? [] : before)),
  ]
  refused.push(...(await listBeyondLimit(tx, { arriving, leaving, config })))
  const [first, ...more] = refused
  if (first) refuse([first, ...more])
  return { created, updated, removed }
}

type Change = Omit<z.output<typeof shiftChange>, 'version' | 'despite_conflict'>

function whyRefused(
  before: ShiftRow,
  {
    version,
    change: { event_id = before.event_id, role_id },
    events_of_roles,
  }: { version: number | undefined; change: Change; events_of_roles: ReadonlyMap<string, string> },
): Refusal | undefined {
  if (version !== undefined && version !== before.version) return conflict('changed_elsewhere')
  const event_of_role = role_id === undefined ? before.event_id : events_of_roles.get(role_id)
  return event_of_role === event_id ? undefined : notFound('role_not_found')
}

/** D25: times that were edited are meant. */
function shiftAfter(before: ShiftRow, change: Change): ShiftRow {
  const {
    event_id = before.event_id,
    role_id = before.role_id,
    start_dt = before.start_dt,
    end_dt = before.end_dt,
    required_qty = before.required_qty,
    visibility = before.visibility,
    meeting_point = before.meeting_point,
    note = before.note,
  } = change
  const set = { event_id, role_id, start_dt, end_dt, required_qty, visibility, meeting_point, note }
  const after = { ...before, ...set }
  return hasNewTimes({ before, after }) ? { ...after, meant_times: null } : after
}

export const hasNewTimes = ({ before, after }: Pick<Updated, 'before' | 'after'>): boolean =>
  before.start_dt !== after.start_dt || before.end_dt !== after.end_dt

/** The contract checks rows that name both times. */
function refuseBackwards(updated: readonly Updated[]): void {
  const issues = updated.flatMap(({ path, after }) =>
    Date.parse(after.end_dt) > Date.parse(after.start_dt)
      ? []
      : [{ path: [path, 'end_dt'].filter(Boolean).join('.'), message: 'not_after_start' }],
  )
  if (issues.length > 0) throw badRequest('validation', { issues })
}

const roleNotFound = (path: string): RefusedRow => ({ path, refusal: notFound('role_not_found') })

type Counted = {
  arriving: readonly { path: string; event_id: string }[]
  leaving: readonly { event_id: string }[]
  config: Pick<Config, 'limits'>
}

/** D66. Two calls at the same time may both pass: the limit bounds costs, and a few rows more do no harm. */
async function listBeyondLimit(tx: OrgTx, { arriving, leaving, config }: Counted): Promise<RefusedRow[]> {
  const limit = config.limits.shifts_per_event
  const present = await countShifts(
    tx,
    arriving.map(({ event_id }) => event_id),
  )
  for (const { event_id } of leaving) present.set(event_id, (present.get(event_id) ?? 0) - 1)
  return arriving.flatMap(({ path, event_id }) => {
    const shifts = (present.get(event_id) ?? 0) + 1
    present.set(event_id, shifts)
    return shifts > limit ? [{ path, refusal: limitReached(limit, 'limit_of_shifts') }] : []
  })
}

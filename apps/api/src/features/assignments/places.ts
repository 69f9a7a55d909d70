import { type Agreed, agreedAfterMove, agreedTimes } from '@muster/contract/rules/agreed-times'
import type { Disowned } from '@muster/contract/rules/answer-change'
import type { OfferEnd } from '@muster/contract/rules/ask'
import { type AssignmentStatus, holdsPlace, isSignedUp } from '@muster/contract/rules/assignment-status'
import type { InvitationFields } from '@muster/contract/rules/broadcast-undo'
import { capDeadline, type Deadline, type ShiftTimes } from '@muster/contract/rules/invite-expiry'
import { isNotified } from '@muster/contract/rules/notice'
import { canBeUndone } from '@muster/contract/rules/waiting-list'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { OrgTx } from '../../db/client.ts'
import { inOrganization } from '../../db/in-organization.ts'
import { inParts, SHIFTS_AT_ONCE } from '../../db/in-parts.ts'
import { isAnyOf } from '../../db/is-any-of.ts'
import type { LockedAssignment } from '../../db/lock.ts'
import { partsOf } from '../../db/parts-of.ts'
import { prepare } from '../../db/prepare.ts'
import { type AssignmentRow, assignment, event, type ShiftRow, shift } from '../../db/schema.ts'
import { valuesById } from '../../db/values-by-id.ts'
import { announceShifts } from '../../live/announce.ts'
import { mapYielding } from '../../outbox/map-yielding.ts'
import type { NewRow } from './new-row.ts'

/* Every write to table `assignment`. The shift, and where a status changes the person, must be locked (D15). */

type ShiftOfEvent = { id: string; event_id: string }

/** Called where CONFIRMED assignments end or `required_qty` rises. An overfilled shift may still have no place. */
export function afterPlacesReleased(tx: OrgTx, shifts: readonly ShiftOfEvent[]): void {
  announceShifts(tx, shifts)
}

export async function insertInvited(tx: OrgTx, rows: readonly NewRow[]): Promise<void> {
  for (const part of partsOf(rows)) {
    await tx.insert(assignment).values(
      part.map((row) => ({
        ...row,
        organization_id: tx.org,
        source: 'admin' as const,
        status: 'INVITED' as const,
      })),
    )
  }
}

/** D26: versions of the calendar entry when a place ends: its cancellation, and that of taking the place again. */
const PLACE_LEFT = 2

type Change = Partial<
  Pick<NewRow, 'responded_at' | 'invite_sent_at' | 'invite_method'> & Deadline & { status: AssignmentStatus }
>

export async function updateAssignment(tx: OrgTx, before: LockedAssignment, change: Change): Promise<void> {
  await tx
    .update(assignment)
    .set({
      ...change,
      ...(change.status && NEW_ANSWER),
      ...(change.status === 'INVITED' && before.status !== 'INVITED' && NO_ASK),
      ...(change.status &&
        isSignedUp(before.status) &&
        !isSignedUp(change.status) && {
          calendar_sequence: sql`${assignment.calendar_sequence} + ${PLACE_LEFT}`,
        }),
      version: sql`${assignment.version} + 1`,
    })
    .where(and(eq(assignment.organization_id, tx.org), eq(assignment.id, before.id)))
  announceChange(tx, before, change.status)
}

export async function deleteAssignments(tx: OrgTx, ids: readonly string[]): Promise<void> {
  await tx.delete(assignment).where(and(eq(assignment.organization_id, tx.org), isAnyOf(assignment.id, ids)))
}

/**
 * Moves an assignment to another shift, as a row with its own id, because the shift of an assignment never changes. The
 * calendar entry stays the same one (D26). A new time is asked about as when a shift moves (V1).
 */
export async function movePlace(
  tx: OrgTx,
  { shift: from, person: _person, ...before }: LockedAssignment,
  {
    id,
    shift: to,
    time_zone,
    notify,
    now,
  }: { id: string; shift: ShiftRow; time_zone: string; notify: boolean; now: string },
): Promise<void> {
  await deleteAssignments(tx, [before.id])
  await tx.insert(assignment).values({
    ...before,
    ...capDeadline(before, to),
    ...askAgain({ ...before, shift: to, time_zone }, { from, notify, now }),
    ...NO_ASK,
    ...NO_SWAP,
    id,
    shift_id: to.id,
    round: 1,
    calendar_sequence: before.calendar_sequence + 1,
    version: 1,
  })
}

const NOT_CANCELLED = { cancelled_at: null, cancel_reason: null, freed_unanswered: false, disowned: null }
/** D61: a person who is invited again has left the ask. */
const NO_ASK = { ask_id: null, ask_places: null }
/** V1: a new answer is about the current times of the shift, so what was agreed or asked before is cleared. */
const AGREED = { agreed_start_dt: null, agreed_end_dt: null, asked_again_at: null }
/** D58: the link ends with the place. */
const NO_SWAP = { swap_id: null, handed_to: null }
const NEW_ANSWER = { ...NOT_CANCELLED, ...AGREED, ...NO_SWAP, offer_ended: null }
const agreed = sql`agreed_start_dt = null, agreed_end_dt = null, asked_again_at = null`

const org = sql`${sql.placeholder('org')}::uuid`

const updateStatus = prepare(
  'answer_invitation',
  sql`
    update assignment
    set status = ${sql.placeholder('status')}, responded_at = ${sql.placeholder('responded_at')},
      cancelled_at = ${sql.placeholder('cancelled_at')}, cancel_reason = ${sql.placeholder('cancel_reason')},
      freed_unanswered = false, disowned = ${sql.placeholder('disowned')}, offer_ended = null, swap_id = null, handed_to = null,
      version = version + 1, calendar_sequence = calendar_sequence
        + case when status = 'CONFIRMED' and ${sql.placeholder('status')} = 'DECLINED' then ${sql.raw(String(PLACE_LEFT))} else 0 end
    where organization_id = ${org} and id = ${sql.placeholder('id')}
  `,
)

type Cancelled = { cancelled_at: string | null; cancel_reason: string | null; disowned?: Disowned | null }

/** Keeps `asked_again_at` and the agreed times (V1), for those who undo a no. */
export async function updateAnswer(
  tx: OrgTx,
  before: LockedAssignment,
  answer: { status: 'CONFIRMED' | 'DECLINED'; responded_at: string },
  { cancelled_at, cancel_reason, disowned = null }: Cancelled = NOT_CANCELLED,
): Promise<void> {
  await updateStatus(tx, { org: tx.org, id: before.id, ...answer, cancelled_at, cancel_reason, disowned })
  announceChange(tx, before, answer.status)
}

/** Values of an accepted place. If `note` or `is_minor` is omitted, the former is kept (V4, D54). */
export type Accepted = Pick<NewRow, 'other_phone' | 'note' | 'is_minor'> & {
  responded_at: string
  terms_version: string
  terms_accepted_at: string
}

const accepted = sql`${sql.placeholder('responded_at')}, ${sql.placeholder('other_phone')}, ${sql.placeholder('terms_version')}, ${sql.placeholder('terms_accepted_at')}`

const insertPlace = prepare(
  'signup_insert_assignment',
  sql`
    insert into assignment (organization_id, id, shift_id, person_id, status, source, token_expires_at,
      uncapped_expires_at, expiry_set_at, calendar_uid, note, is_minor, responded_at, other_phone, terms_version, terms_accepted_at)
    values (${org}, ${sql.placeholder('id')}, ${sql.placeholder('shift_id')}, ${sql.placeholder('person_id')},
      'CONFIRMED', 'signup', ${sql.placeholder('token_expires_at')}, ${sql.placeholder('uncapped_expires_at')},
      ${sql.placeholder('expiry_set_at')}, ${sql.placeholder('calendar_uid')}, ${sql.placeholder('note')},
      coalesce(${sql.placeholder('is_minor')}::boolean, false), ${accepted})
  `,
)

export async function insertConfirmed(tx: OrgTx, row: NewRow & Accepted): Promise<void> {
  await insertPlace(tx, { org: tx.org, note: null, is_minor: null, ...row })
}

const updateConfirmed = prepare(
  'signup_confirm_assignment',
  sql`
    update assignment set status = 'CONFIRMED', version = version + 1, cancelled_at = null, cancel_reason = null,
      freed_unanswered = false, disowned = null, offer_ended = null,
      swap_id = null, handed_to = null, ${agreed},
      note = case when ${sql.placeholder('keeps_note')}::boolean then note else ${sql.placeholder('note')} end,
      is_minor = coalesce(${sql.placeholder('is_minor')}::boolean, is_minor),
      (responded_at, other_phone, terms_version, terms_accepted_at) = row(${accepted})
    where organization_id = ${org} and id = ${sql.placeholder('id')}
  `,
)

export async function confirmAssignment(tx: OrgTx, id: string, values: Accepted): Promise<void> {
  const kept = { note: null, is_minor: null, keeps_note: values.note === undefined }
  await updateConfirmed(tx, { org: tx.org, id, ...kept, ...values })
}

export async function revokeLinks(tx: OrgTx, ids: readonly string[]): Promise<void> {
  await tx
    .update(assignment)
    .set({ round: sql`${assignment.round} + 1`, swap_id: null, version: sql`${assignment.version} + 1` })
    .where(and(eq(assignment.organization_id, tx.org), isAnyOf(assignment.id, ids)))
}

/** V1, D52: who was approved after the shift had moved is asked about its present times. */
export async function askAboutMove(
  tx: OrgTx,
  id: string,
  { agreed: times, asked_again_at }: Agreed,
): Promise<void> {
  await tx
    .update(assignment)
    .set({ agreed_start_dt: times?.start_dt ?? null, agreed_end_dt: times?.end_dt ?? null, asked_again_at })
    .where(and(eq(assignment.organization_id, tx.org), eq(assignment.id, id)))
}

/** Erases contact details and notes (D33). Invalidates the personal links too. */
export async function eraseAssignments(tx: OrgTx, ids: readonly string[]): Promise<void> {
  await tx
    .update(assignment)
    .set({
      other_phone: null,
      cancel_reason: null,
      note: null,
      round: sql`${assignment.round} + 1`,
      version: sql`${assignment.version} + 1`,
    })
    .where(and(inOrganization(tx, assignment), isAnyOf(assignment.id, ids)))
}

/** D60: what the person of the assignment that goes has written. */
export async function keepWritten(
  tx: OrgTx,
  id: string,
  written: Pick<AssignmentRow, 'note' | 'other_phone'>,
): Promise<void> {
  await tx
    .update(assignment)
    .set(written)
    .where(and(eq(assignment.organization_id, tx.org), eq(assignment.id, id)))
}

/** D26 */
export async function setCorrections(tx: OrgTx, { id, corrections }: { id: string; corrections: number }) {
  await tx
    .update(assignment)
    .set({ corrections })
    .where(and(eq(assignment.organization_id, tx.org), eq(assignment.id, id)))
}

/** D60. Moves all, or these. Both people must be locked, and be together on no shift. */
export async function moveAssignments(
  tx: OrgTx,
  { from, to, ids }: { from: string; to: string; ids?: readonly string[] },
): Promise<void> {
  await tx
    .update(assignment)
    .set({ person_id: to })
    .where(
      and(inOrganization(tx, assignment), eq(assignment.person_id, from), ids && isAnyOf(assignment.id, ids)),
    )
}

/** D60. `rows`: SQL of a JSON array of rows, as `json_agg` writes them. */
export async function restoreAssignments(tx: OrgTx, rows: SQL): Promise<void> {
  await tx.execute(sql`
    insert into assignment select restored.* from jsonb_array_elements(${rows}) as row
    cross join lateral jsonb_populate_record(null::assignment, row || jsonb_build_object(
      'version', (row->>'version')::int + 1, 'calendar_sequence', (row->>'calendar_sequence')::int + 1
    )) as restored
  `)
}

/** V1: records a yes to the new times. */
export async function updateAgreed(tx: OrgTx, before: LockedAssignment, responded_at: string): Promise<void> {
  await tx
    .update(assignment)
    .set({ ...AGREED, responded_at, version: sql`${assignment.version} + 1` })
    .where(and(eq(assignment.organization_id, tx.org), eq(assignment.id, before.id)))
  announceChange(tx, before)
}

/** V1: releases the place of a person who did not answer. */
export async function releasePlace(tx: OrgTx, before: LockedAssignment, now: string): Promise<void> {
  await tx
    .update(assignment)
    .set({
      ...AGREED,
      ...NO_SWAP,
      status: 'DECLINED',
      cancelled_at: now,
      cancel_reason: null,
      freed_unanswered: true,
      calendar_sequence: sql`${assignment.calendar_sequence} + ${PLACE_LEFT}`,
      version: sql`${assignment.version} + 1`,
    })
    .where(and(eq(assignment.organization_id, tx.org), eq(assignment.id, before.id)))
  announceChange(tx, before, 'DECLINED')
}

/** D58: makes the link for a replacement, or with null withdraws it. */
export async function updateSwap(tx: OrgTx, id: string, swap_id: string | null): Promise<void> {
  await tx
    .update(assignment)
    .set({ swap_id, version: sql`${assignment.version} + 1` })
    .where(and(eq(assignment.organization_id, tx.org), eq(assignment.id, id)))
}

/** D58: ends the place that the assignment `to` takes in the same transaction, so that it is never free. */
export async function handOver(
  tx: OrgTx,
  { id, to, now }: { id: string; to: string; now: string },
): Promise<void> {
  await tx
    .update(assignment)
    .set({
      ...AGREED,
      status: 'DECLINED',
      responded_at: now,
      cancelled_at: now,
      cancel_reason: null,
      handed_to: to,
      calendar_sequence: sql`${assignment.calendar_sequence} + ${PLACE_LEFT}`,
      version: sql`${assignment.version} + 1`,
    })
    .where(and(eq(assignment.organization_id, tx.org), eq(assignment.id, id)))
}

/** D61: ends offers that were not answered. */
export async function endOffers(
  tx: OrgTx,
  { shift: of, ids, because }: { shift: ShiftOfEvent; ids: readonly string[]; because: OfferEnd },
): Promise<void> {
  await tx
    .update(assignment)
    .set({ status: 'DECLINED', offer_ended: because, version: sql`${assignment.version} + 1` })
    .where(and(inOrganization(tx, assignment), isAnyOf(assignment.id, ids)))
  announceShifts(tx, [of])
}

/** D26: for texts that calendar entries show. */
export async function raiseSequences(tx: OrgTx, shift_ids: readonly string[]): Promise<void> {
  await tx
    .update(assignment)
    .set({ calendar_sequence: sql`${assignment.calendar_sequence} + 1` })
    .where(and(inOrganization(tx, assignment), isAnyOf(assignment.shift_id, shift_ids)))
}

/** Updates calendar entries (D26), deadlines (D18) and what was agreed to (V1). `before` has the old times. */
export async function updateAfterMove(
  tx: OrgTx,
  before: readonly (ShiftTimes & { id: string })[],
  { notify, now }: { notify: boolean; now: string },
): Promise<void> {
  const times_before = new Map(before.map(({ id, ...times }) => [id, times]))
  await inParts(times_before.keys(), SHIFTS_AT_ONCE, async (shift_ids) => {
    await updateMoved(tx, { shift_ids, times_before }, { notify, now })
    return []
  })
}

async function updateMoved(
  tx: OrgTx,
  {
    shift_ids,
    times_before,
  }: { shift_ids: readonly string[]; times_before: ReadonlyMap<string, ShiftTimes> },
  { notify, now }: { notify: boolean; now: string },
): Promise<void> {
  const rows = await tx
    .select({
      id: assignment.id,
      shift_id: assignment.shift_id,
      status: assignment.status,
      cancelled_at: assignment.cancelled_at,
      agreed_start_dt: assignment.agreed_start_dt,
      agreed_end_dt: assignment.agreed_end_dt,
      asked_again_at: assignment.asked_again_at,
      uncapped_expires_at: assignment.uncapped_expires_at,
      expiry_set_at: assignment.expiry_set_at,
      shift: { start_dt: shift.start_dt, end_dt: shift.end_dt },
      time_zone: event.time_zone,
    })
    .from(assignment)
    .innerJoin(shift, eq(shift.id, assignment.shift_id))
    .innerJoin(event, eq(event.id, shift.event_id))
    .where(and(inOrganization(tx, assignment), isAnyOf(assignment.shift_id, shift_ids)))
  if (rows.length === 0) return
  const moved = await mapYielding(rows, (row) => ({
    id: row.id,
    ...capDeadline(row, row.shift),
    ...askAgain(row, { from: times_before.get(row.shift_id) ?? row.shift, notify, now }),
  }))
  await tx.execute(sql`
    update assignment set token_expires_at = ${instantOf('token_expires_at')},
      calendar_sequence = calendar_sequence + 1, agreed_start_dt = ${instantOf('agreed_start_dt')},
      agreed_end_dt = ${instantOf('agreed_end_dt')}, asked_again_at = ${instantOf('asked_again_at')},
      version = version + 1
    from ${valuesById(moved)}
    where ${isOneOf(tx, moved)}
  `)
}

type Moved = Pick<
  typeof assignment.$inferSelect,
  'status' | 'cancelled_at' | 'agreed_start_dt' | 'agreed_end_dt' | 'asked_again_at'
> & { shift: ShiftTimes; time_zone: string }

function askAgain(
  { status, cancelled_at, agreed_start_dt, agreed_end_dt, asked_again_at, shift: to, time_zone }: Moved,
  { from, notify, now }: { from: ShiftTimes; notify: boolean; now: string },
) {
  // An undo (D39) restores the place with what was agreed and asked, so it must not restore it for unseen times.
  const can_be_restored = status === 'DECLINED' && canBeUndone(cancelled_at, now)
  if (status !== 'CONFIRMED' && !can_be_restored) return AGREED
  const before = agreedTimes({ agreed_start_dt, agreed_end_dt })
  const is_notified = notify && isNotified({ status: 'CONFIRMED', was_written_to: true }, [from, to], now)
  const after = agreedAfterMove({ agreed: before, asked_again_at }, { from, to, time_zone, is_notified, now })
  return {
    agreed_start_dt: after.agreed?.start_dt ?? null,
    agreed_end_dt: after.agreed?.end_dt ?? null,
    asked_again_at: after.asked_again_at,
  }
}

/** D18: updates assignments that are still INVITED. */
export async function updateDeadlines(
  tx: OrgTx,
  deadlines: readonly (Deadline & { id: string })[],
): Promise<void> {
  if (deadlines.length === 0) return
  await tx.execute(sql`
    update assignment set token_expires_at = ${instantOf('token_expires_at')},
      uncapped_expires_at = ${instantOf('uncapped_expires_at')}, expiry_set_at = ${instantOf('expiry_set_at')},
      version = version + 1, invite_sent_at = coalesce(assignment.invite_sent_at, ${instantOf('expiry_set_at')})
    from ${valuesById(deadlines)}
    where ${isOneOf(tx, deadlines)} and assignment.status = 'INVITED'
  `)
}

type Given = keyof typeof assignment.$inferSelect

/** Of the row's values in `valuesById`. */
const valueOf = (name: Given) => sql`(given.by_id->assignment.id::text->>${sql.raw(`'${name}'`)})`
const instantOf = (name: Given) => sql`${valueOf(name)}::timestamptz`
const isOneOf = (tx: OrgTx, rows: readonly { id: string }[]) =>
  and(
    inOrganization(tx, assignment),
    isAnyOf(
      assignment.id,
      rows.map(({ id }) => id),
    ),
  )

type SentInvitation = InvitationFields & { id: string; shift: ShiftOfEvent & ShiftTimes }

/** Updates assignments that are still INVITED, also for the undo of a broadcast (D29). */
export async function updateInvitations(tx: OrgTx, invitations: readonly SentInvitation[]): Promise<void> {
  if (invitations.length === 0) return
  const rows = invitations.map(({ id, shift: times, invite_sent_at, invite_method, ...deadline }) => ({
    id,
    invite_sent_at,
    invite_method,
    ...capDeadline(deadline, times),
  }))
  await tx.execute(sql`
    update assignment set token_expires_at = ${instantOf('token_expires_at')},
      uncapped_expires_at = ${instantOf('uncapped_expires_at')}, expiry_set_at = ${instantOf('expiry_set_at')},
      invite_sent_at = ${instantOf('invite_sent_at')}, invite_method = ${valueOf('invite_method')}, version = version + 1
    from ${valuesById(rows)}
    where ${isOneOf(tx, rows)} and assignment.status = 'INVITED'
  `)
  announceShifts(tx, [...new Map(invitations.map(({ shift: of }) => [of.id, of])).values()])
}

function announceChange(
  tx: OrgTx,
  { status: before, shift: of }: LockedAssignment,
  after: AssignmentStatus = before,
): void {
  if (holdsPlace(before) && !holdsPlace(after)) afterPlacesReleased(tx, [of])
  else announceShifts(tx, [of])
}

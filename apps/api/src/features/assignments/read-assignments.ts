import { invitationState } from '@muster/contract/rules/invitation-state'
import type { ShownContacts } from '@muster/contract/rules/member-role'
import type { Assignment, Shift } from '@muster/contract/shifts'
import type { OrgTx } from '../../db/client.ts'
import type { AssignmentRow, ShiftRow } from '../../db/schema.ts'
import { notFound } from '../../edge/refusal.ts'
import { listConfirmBy } from '../../outbox/confirm-by.ts'
import type { Keys } from '../../signing/keys.ts'
import { signId } from '../../signing/signed-id.ts'
import {
  type AssignmentFilter,
  getRoleOfShift,
  getWaitingCount,
  listAssignments,
  listScheduledPeople,
} from './queries.ts'

/** Leaves out the personal links if there are no keys. */
export async function readAssignments(
  tx: OrgTx,
  keys: Keys | undefined,
  filter: AssignmentFilter,
): Promise<Assignment[]> {
  const rows = await listAssignments(tx, filter)
  const confirm_by = await listConfirmBy(tx, rows)
  return rows.map(({ ask_id, ask_places, offer_ended, has_bounced, is_minor, ...row }) => ({
    ...row,
    ...(is_minor && { is_minor }),
    person: { ...row.person, ...(has_bounced && { email_bounced: true }) },
    ...offerOf({ ask_id, ask_places, offer_ended }),
    confirm_by: confirm_by.get(row.id) ?? null,
    ...(keys && { token: signId(keys, { purpose: 'personal_link', id: row.id, round: row.round }) }),
    invite_sent: row.invite_sent_at !== null,
  }))
}

export async function readScheduledPeople(
  tx: OrgTx,
  now: string,
  shift_ids: readonly string[],
): Promise<Assignment[]> {
  const rows = await listScheduledPeople(tx, shift_ids)
  return rows.map(({ token_expires_at, invite_sent_at, asked_again_at, ask_id, ask_places, ...row }) => ({
    ...row,
    ...offerOf({ ask_id, ask_places }),
    ...(asked_again_at !== null && { asked_again_at }),
    invitation: invitationState({ status: row.status, token_expires_at, invite_sent_at }, now),
  }))
}

type Offer = Pick<AssignmentRow, 'ask_id' | 'ask_places'> & Partial<Pick<AssignmentRow, 'offer_ended'>>

/** D61: nothing of most people, of whom an answer may name fifty thousand. */
const offerOf = ({ ask_id, ask_places, offer_ended }: Offer) =>
  ask_id !== null && ask_places !== null ? { ask_id, ask_places, ...(offer_ended && { offer_ended }) } : {}

/** M1, V4, D54: leaves out what a viewer or a leader must not see. */
export function hideContactsOfAssignment(assignment: Assignment, contacts: ShownContacts): Assignment {
  if (contacts === 'all') return assignment
  const { token: _token, other_phone: _other, person, ...seen_by_leaders } = assignment
  const { note: _note, is_minor: _minor, cancel_reason: _reason, ...seen_by_viewers } = seen_by_leaders
  const { id, first_name, last_name, phone } = person
  const isPhoneShown = contacts === 'phone' && phone !== undefined
  return {
    ...(contacts === 'phone' ? seen_by_leaders : seen_by_viewers),
    person: { id, first_name, last_name, child_team: null, ...(isPhoneShown && { phone }) },
  }
}

/** Throws 404 `assignment_not_found`: it may be gone when the call that wrote it is repeated (D16). */
export async function readAssignment(tx: OrgTx, keys: Keys, id: string): Promise<Assignment> {
  const [assignment] = await readAssignments(tx, keys, { ids: [id] })
  if (!assignment) throw notFound('assignment_not_found')
  return assignment
}

export async function readShiftWithPeople(tx: OrgTx, keys: Keys, shift: ShiftRow): Promise<Shift> {
  return {
    ...shift,
    role: await getRoleOfShift(tx, shift.id),
    assignment: await readAssignments(tx, keys, { shift_ids: [shift.id] }),
    waiting: await getWaitingCount(tx, shift.id),
  }
}

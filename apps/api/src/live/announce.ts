import type { OrgTx, Tx } from '../db/client.ts'

/** What happened, as other processes and open screens need to know it. A hint: the rows are the truth. */
export type Announcement =
  /** No shift named means: any of the event's. */
  | { kind: 'shifts'; organization_id: string; event_id: string; shift_ids: string[] }
  | { kind: 'outbox' }
  /** Messages of a broadcast were settled. */
  | { kind: 'broadcast'; organization_id: string; broadcast_id: string }
  /** Something is new in these people's histories; none named means: in anybody's of the organisation. */
  | { kind: 'messages'; organization_id: string; person_ids: string[] }
  /** How many of one process's viewers are on the sign-up page of a shift; said again while there are any. */
  | { kind: 'presence'; node_id: string; event_id: string; shift_id: string; count: number }
  | { kind: 'session_ended'; session_id: string }
  /** Announcements may have been lost: whoever relies on them reads again. Never sent, only received. */
  | { kind: 'resync' }

/** Told to everybody after the commit; a rolled back transaction announces nothing. */
export function announce(tx: Tx, announcement: Announcement): void {
  tx.announcements.push(announcement)
}

/** One announcement for each event the shifts belong to. */
export function announceShifts(tx: OrgTx, shifts: readonly { id: string; event_id: string }[]): void {
  for (const event_id of new Set(shifts.map((shift) => shift.event_id))) {
    const shift_ids = shifts.filter((shift) => shift.event_id === event_id).map(({ id }) => id)
    announce(tx, { kind: 'shifts', organization_id: tx.org, event_id, shift_ids })
  }
}

/** Something that is shown with all of the event's shifts: its name, a role, the names rule. */
export function announceEvent(tx: OrgTx, event_id: string): void {
  announce(tx, { kind: 'shifts', organization_id: tx.org, event_id, shift_ids: [] })
}

/** One announcement for each organisation whose people's histories these messages are in. */
export function announceMessages(
  tx: Tx,
  messages: readonly { organization_id: string | null; person_id: string | null }[],
): void {
  const people = new Map<string, Set<string>>()
  for (const { organization_id, person_id } of messages) {
    if (!organization_id || !person_id) continue
    people.set(organization_id, (people.get(organization_id) ?? new Set()).add(person_id))
  }
  for (const [organization_id, ids] of people) {
    announce(tx, { kind: 'messages', organization_id, person_ids: [...ids] })
  }
}

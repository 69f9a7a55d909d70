import type { OrgTx, Tx } from '../db/client.ts'
import type { Announcement } from './announcement.ts'

/** Publishes after the commit. A transaction that is rolled back announces nothing. */
export function announce(tx: Tx, announcement: Announcement): void {
  tx.announcements.push(announcement)
}

export function announceShifts(
  tx: OrgTx,
  shifts: readonly { id: string; event_id: string }[],
  change: { has_renamed?: true } = {},
): void {
  for (const event_id of new Set(shifts.map((shift) => shift.event_id))) {
    const shift_ids = shifts.filter((shift) => shift.event_id === event_id).map(({ id }) => id)
    announce(tx, { kind: 'shifts', organization_id: tx.org, event_id, shift_ids, ...change })
  }
}

/** Announces that a person on these shifts was renamed. */
export function announceNames(tx: OrgTx, shifts: readonly { id: string; event_id: string }[]): void {
  announceShifts(tx, shifts, { has_renamed: true })
}

export function announceEvent(tx: OrgTx, event_id: string): void {
  announce(tx, { kind: 'shifts', organization_id: tx.org, event_id, shift_ids: [] })
}

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

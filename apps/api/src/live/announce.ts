import type { Tx } from '../db/client.ts'

/** What happened, as other processes and open screens need to know it. A hint: the rows are the truth. */
export type Announcement =
  | { kind: 'shifts'; organization_id: string; event_id: string; shift_ids: string[] }
  | { kind: 'outbox' }

/** Told to everybody after the commit; a rolled back transaction announces nothing. */
export function announce(tx: Tx, announcement: Announcement): void {
  tx.announcements.push(announcement)
}

/** What other processes and open screens need to know. A hint, which may be lost: the rows are the truth. */
export type Announcement =
  /** An empty list means any of the event's shifts. */
  | { kind: 'shifts'; organization_id: string; event_id: string; shift_ids: string[] }
  | { kind: 'outbox' }
  /** Messages of a broadcast were settled. */
  | { kind: 'broadcast'; organization_id: string; broadcast_id: string }
  /** The message histories of these people have changed; an empty list means any of the organisation's. */
  | { kind: 'messages'; organization_id: string; person_ids: string[] }
  /** How many viewers of one process are on the sign-up page of a shift; repeated while there are any. */
  | { kind: 'presence'; node_id: string; event_id: string; shift_id: string; count: number }
  | { kind: 'session_ended'; session_id: string }
  /** Announcements may have been lost: read again. Never sent to other processes. */
  | { kind: 'resync' }

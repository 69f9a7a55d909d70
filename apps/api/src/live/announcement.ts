import { z } from 'zod'

/** Announcements between processes. They are hints and may be lost: only the rows are authoritative. */
export const sentAnnouncement = z.discriminatedUnion('kind', [
  /** An empty list means any of the event's shifts. */
  z.object({
    kind: z.literal('shifts'),
    organization_id: z.string(),
    event_id: z.string(),
    shift_ids: z.array(z.string()),
    /** A person on these shifts was renamed. */
    has_renamed: z.literal(true).optional(),
  }),
  z.object({ kind: z.literal('outbox') }),
  z.object({ kind: z.literal('broadcast'), organization_id: z.string(), broadcast_id: z.string() }),
  /** An empty list means any of the organisation's people. */
  z.object({ kind: z.literal('messages'), organization_id: z.string(), person_ids: z.array(z.string()) }),
  /** Number of viewers of one process on a sign-up page; repeated while there are any. */
  z.object({
    kind: z.literal('presence'),
    node_id: z.string(),
    event_id: z.string(),
    shift_id: z.string(),
    count: z.number(),
  }),
  z.object({ kind: z.literal('session_ended'), session_id: z.string() }),
  /** A role has changed or ended. */
  z.object({ kind: z.literal('membership'), organization_id: z.string(), user_id: z.string() }),
])

export type SentAnnouncement = z.infer<typeof sentAnnouncement>

/** `resync`: announcements may have been lost, so listeners read again. Never sent to other processes. */
export type Announcement = SentAnnouncement | { kind: 'resync' }

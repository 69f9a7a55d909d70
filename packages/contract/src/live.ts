import type { PublicShift } from './events.ts'

/** The live wire: timings in milliseconds and what the frames carry. */
export const live = {
  path: '/live/websocket',
  heartbeat_ms: 15_000,
  timeout_ms: 30_000,
  reconnect_ms: 5_000,
  presence_beat_ms: 30_000,
  presence_gone_ms: 35_000,
  health_check_ms: 30_000,
  frames_per_second: 20,
  /** D7: how often a topic asks whether its viewer's session lives. */
  session_check_ms: 5_000,
  /** The longest pause before a refused join is repeated. */
  rejoin_longest_ms: 20_000,
} as const

/** A shift as the public may see it, with how many are on its sign-up page now. */
export type LiveShift = PublicShift & { signing_up: number }

/**
 * Answer to a join of `event:{id}`, and event `state` on it, sent to a reader that was too slow for some
 * frames: the whole state, the moment it was read (database time) and the number of the last frame it holds.
 */
export type EventJoined = { n: number; as_of: string; shifts: LiveShift[] }

/** Event `shifts` on `event:{id}`: every changed shift whole; `removed` are gone. `n` counts on from the join's. */
export type ShiftsFrame = { n: number; as_of: string; shifts: LiveShift[]; removed: string[] }

/** Answer to a join of `shift_signup:{id}` and event `count` on it: others on the page, without the viewer. */
export type SignupPresence = { others: number }

/** The error answer to any join. `retry_after` in seconds, where waiting helps. */
export type JoinRefusal = { reason: string; retry_after?: number }

/** Event `changed` on `org:{id}`: a hint for administrators to read these shifts again; none named means any. */
export type OrganizationHint = { event_id: string; shift_ids: string[] }

export const topics = {
  event: (event_id: string) => `event:${event_id}`,
  shiftSignup: (shift_id: string) => `shift_signup:${shift_id}`,
  organization: (organization_id: string) => `org:${organization_id}`,
  /** Event `changed` `{}`: a hint for administrators to read the broadcast's progress again (D29). */
  broadcast: (broadcast_id: string) => `broadcast:${broadcast_id}`,
  /** Event `changed` `{}`: a hint for administrators to read the person's messages again. */
  person: (person_id: string) => `person:${person_id}`,
} as const

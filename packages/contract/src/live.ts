import type { PublicShift } from './public-event.ts'

export const live = {
  path: '/live/websocket',
  heartbeat_ms: 15_000,
  timeout_ms: 30_000,
  reconnect_ms: 5_000,
  presence_beat_ms: 30_000,
  presence_gone_ms: 35_000,
  health_check_ms: 30_000,
  frames_per_second: 20,
  session_check_ms: 5_000,
  rejoin_longest_ms: 20_000,
} as const

/** `signing_up` is the number of visitors on the shift's sign-up page. */
export type LiveShift = PublicShift & { signing_up: number }

/** Join reply of `event:{id}`, and `state` after lost frames. `as_of` is database time, `n` the last frame in it. */
export type EventJoined = { n: number; as_of: string; shifts: LiveShift[] }

/**
 * Event `shifts` on `event:{id}`, with each changed shift whole and the ids of removed shifts. `signing_up` has, by
 * shift id, the numbers of shifts in which nothing else has changed; it is missing if there are none. `n` continues
 * from the join reply.
 */
export type ShiftsFrame = {
  n: number
  as_of: string
  shifts: LiveShift[]
  removed: string[]
  signing_up?: Record<string, number>
}

/** Join reply and event `count` of `shift_signup:{id}`: number of visitors on the page, without the viewer. */
export type SignupPresence = { others: number }

/** Error reply to a join. `retry_after` is in seconds, and present if waiting helps. */
export type JoinRefusal = { reason: string; retry_after?: number }

/** Event `changed` on `org:{id}`: administrators refetch these shifts. An empty list means all of the event. */
export type OrganizationHint = { event_id: string; shift_ids: string[] }

export const topics = {
  event: (event_id: string) => `event:${event_id}`,
  shiftSignup: (shift_id: string) => `shift_signup:${shift_id}`,
  organization: (organization_id: string) => `org:${organization_id}`,
  /** Event `changed` `{}`: administrators refetch the broadcast's progress (D29). */
  broadcast: (broadcast_id: string) => `broadcast:${broadcast_id}`,
  /** Event `changed` `{}`: administrators refetch the person's messages. */
  person: (person_id: string) => `person:${person_id}`,
} as const

/** Returns ms with jitter, because ten thousand pages that lost one server must not all reconnect at once. */
export function reconnectDelay(): number {
  return jitter(live.reconnect_ms)
}

/** Returns ms with back-off and jitter. `tries` is the number of refused joins. */
export function rejoinDelay(tries: number): number {
  return jitter(Math.min(live.rejoin_longest_ms, live.reconnect_ms * 2 ** (tries - 1)))
}

const jitter = (ms: number) => ms * (0.75 + Math.random() / 2)

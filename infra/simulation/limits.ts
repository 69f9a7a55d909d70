import { readConfig } from '../../apps/api/src/config.ts'
import { CONNECT_TIMEOUT } from '../../apps/api/src/db/client.ts'
import { CONCURRENCY as LOOK_UPS } from '../../apps/api/src/features/signup/find-answers.ts'
import { MAX_AGE } from '../../apps/api/src/features/signup/full-shifts.ts'
import { MAX_WAIT, CONCURRENCY as SIGNUPS } from '../../apps/api/src/features/signup/queues.ts'
import { PER_TURN } from '../../apps/api/src/http/request-turns.ts'
import { LONGEST_WAIT } from '../../apps/api/src/http/saturation.ts'
import { socketLimits } from '../../apps/api/src/live/connection.ts'
import { DRAIN_CHECK, SENDS_AT_ONCE } from '../../apps/api/src/live/event-room.ts'
import { GAP as PRESENCE_GAP } from '../../apps/api/src/live/presence.ts'
import { GAP as BUS_GAP } from '../../apps/api/src/live/remote-bus.ts'
import { DELIVERIES_PER_MS, RETRY } from '../../apps/api/src/live/room-reads.ts'
import { live } from '../../packages/contract/src/live.ts'

/** The limits of the product, from its code. Times in ms. */
export const limits = {
  connections: readConfig({}, '.').database_connections,
  connect_timeout: CONNECT_TIMEOUT,
  saturated_after: LONGEST_WAIT,
  requests_per_turn: PER_TURN,
  signups_of_a_shift: SIGNUPS,
  longest_turn: MAX_WAIT,
  seen_full_for: MAX_AGE,
  look_ups: LOOK_UPS,
  frame_gap: 1_000 / live.frames_per_second,
  longest_frame_gap: 1_000,
  deliveries_per_ms: DELIVERIES_PER_MS,
  sends_at_once: SENDS_AT_ONCE,
  drain_check: DRAIN_CHECK,
  read_retry: RETRY,
  slow_bytes: socketLimits.slow_bytes,
  presence_gap: PRESENCE_GAP,
  bus_gap: BUS_GAP,
} as const

/** Of the page: `apps/web/src/api/keep-trying.ts`, which only a browser can load. A test compares them. */
export const client = {
  TRY_FOR_MS: 180_000,
  REQUEST_TIMEOUT_MS: 30_000,
  FIRST_PAUSE_MS: 1_000,
  LONGEST_PAUSE_MS: 10_000,
} as const

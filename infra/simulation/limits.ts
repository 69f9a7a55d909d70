import { readConfig } from '../../apps/api/src/config.ts'
import { DB_TIMEOUTS } from '../../apps/api/src/db/client.ts'
import { CONCURRENCY as LOOK_UPS } from '../../apps/api/src/features/signup/find-answers.ts'
import { MAX_AGE } from '../../apps/api/src/features/signup/full-shifts.ts'
import { MAX_WAIT, CONCURRENCY as SIGNUPS } from '../../apps/api/src/features/signup/queues.ts'
import { LONGEST_TURN_WAIT, PER_TURN } from '../../apps/api/src/http/request-turns.ts'
import { socketLimits } from '../../apps/api/src/live/connection.ts'
import { DRAIN_CHECK } from '../../apps/api/src/live/event-room.ts'
import { GAP as BUS_GAP } from '../../apps/api/src/live/remote-bus.ts'
import { RETRY } from '../../apps/api/src/live/room-reads.ts'
import { SENDS_AT_ONCE } from '../../apps/api/src/live/send-in-turns.ts'

/** Limits of the product, read from its code. Times are in ms. */
export const limits = {
  connections: readConfig({}, '.').database_connections,
  connect_timeout: DB_TIMEOUTS.connect,
  saturated_after: DB_TIMEOUTS.queue,
  requests_per_turn: PER_TURN,
  longest_wait_to_begin: LONGEST_TURN_WAIT,
  signups_of_a_shift: SIGNUPS,
  longest_turn: MAX_WAIT,
  seen_full_for: MAX_AGE,
  look_ups: LOOK_UPS,
  sends_at_once: SENDS_AT_ONCE,
  drain_check: DRAIN_CHECK,
  read_retry: RETRY,
  slow_bytes: socketLimits.slow_bytes,
  bus_gap: BUS_GAP,
} as const

export { countGap } from '../../apps/api/src/live/presence.ts'
export { frameGap } from '../../apps/api/src/live/room-reads.ts'

/** Limits of `keep-trying.ts` and `call.ts` in `apps/web/src/api`, which only browsers load. A test compares them. */
export const client = {
  TRY_FOR_MS: 180_000,
  ANSWER_LIMIT_MS: 30_000,
  FIRST_PAUSE_MS: 1_000,
  LONGEST_PAUSE_MS: 10_000,
} as const

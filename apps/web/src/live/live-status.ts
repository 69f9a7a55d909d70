import { map } from 'nanostores'

/** `error`: disconnected, reconnecting. `refused`: the server refused the join. `gone`: the event does not exist. */
export type LiveStatus = 'connecting' | 'connected' | 'error' | 'refused' | 'gone'

/** Temporary refusals: the client joins again after a pause. */
const PASSING = ['rate_limited', 'busy', 'unavailable']

export function statusOfRefusal(reason: string): LiveStatus {
  return PASSING.includes(reason) ? 'error' : 'refused'
}

/** Of the organiser's topics that are open now, by topic. */
export const $topicStatuses = map<Record<string, LiveStatus>>({})

import { map } from 'nanostores'

/** `error` means disconnected and reconnecting, `refused` that the join was refused, `gone` that no event exists. */
export type LiveStatus = 'connecting' | 'connected' | 'error' | 'refused' | 'gone'

/** Temporary refusals: the client joins again after a pause. */
const PASSING = ['rate_limited', 'busy', 'unavailable']

export function statusOfRefusal(reason: string): LiveStatus {
  return PASSING.includes(reason) ? 'error' : 'refused'
}

/** Status of each of the organiser's topics that are open now. */
export const $topicStatuses = map<Record<string, LiveStatus>>({})

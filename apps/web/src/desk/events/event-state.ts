import type { Event } from '@muster/contract/events'
import { signupStateOf } from '@muster/contract/rules/signup-window'

export type EventState = 'draft' | 'opens' | 'open' | 'full' | 'closed'

/** D49: full where every place is confirmed or asked. */
export function eventStateOf(event: Event, now: string): EventState {
  if (!event.published) return 'draft'
  const signup = signupStateOf(event, now)
  if (signup === 'closed' || Date.parse(event.event_date_end) <= Date.parse(now)) return 'closed'
  if (signup === 'not_open') return 'opens'
  const { needed, pending, missing } = event.coverage
  return needed > 0 && pending + missing === 0 ? 'full' : 'open'
}

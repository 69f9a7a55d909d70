import type { Invitation } from '@muster/contract/personal-shift'
import { useEventTopic } from '../../live/use-topic.ts'

/** Initial state, older than every state of the channel. */
const UNREAD = { as_of: '1970-01-01T00:00:00.000Z', shifts: [] }

/** The places of an ask (D61) may be fewer than are free. */
export function useSpotsLeft({ shift, is_first_yes }: Invitation): number {
  const { shifts } = useEventTopic(shift.role.event.id, UNREAD)
  const live = shifts.find(({ id }) => id === shift.id)?.spots_left ?? shift.spots_left
  return is_first_yes ? Math.min(live, shift.spots_left) : live
}

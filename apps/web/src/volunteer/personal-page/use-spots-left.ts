import type { Invitation } from '@muster/contract/personal-shift'
import { useEventTopic } from '../../live/use-topic.ts'

/** Initial state, older than every state of the channel. */
const UNREAD = { as_of: '1970-01-01T00:00:00.000Z', shifts: [] }

export function useSpotsLeft({ shift }: Invitation): number {
  const { shifts } = useEventTopic(shift.role.event.id, UNREAD)
  return shifts.find(({ id }) => id === shift.id)?.spots_left ?? shift.spots_left
}

import { live, type SignupPresence, topics } from '@muster/contract/live'
import { linkKey } from '../ui/hooks/navigation.ts'
import { openChannel } from './connection.ts'

/** Joins the presence of the shift's sign-up. Returns a function that leaves it. */
export function joinPresence(shift_id: string, showOthers: (others: number) => void): () => void {
  let isOpen = true
  const show = ({ others }: SignupPresence) => {
    if (isOpen) showOthers(others)
  }
  const channel = openChannel(topics.shiftSignup(shift_id), () => ({ k: linkKey() }))
  channel.on('count', show)
  // The count is unknown until the client has joined again.
  channel.onError(() => show({ others: 0 }))
  channel.join().receive('ok', show)
  const beat = setInterval(() => channel.push('beat', {}), live.presence_beat_ms)
  return () => {
    isOpen = false
    clearInterval(beat)
    channel.leave()
  }
}

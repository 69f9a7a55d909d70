import { live, type SignupPresence, topics } from '@muster/contract/live'
import { useEffect, useState } from 'react'
import { openChannel } from './connection.ts'

/** How many others are on the sign-up page of this shift. */
export function useOthersSigningUp(shift_id: string): number {
  const [others, setOthers] = useState(0)

  useEffect(() => {
    let isOpen = true
    const show = (presence: SignupPresence) => {
      if (isOpen) setOthers(presence.others)
    }
    const channel = openChannel(topics.shiftSignup(shift_id))
    channel.on('count', show)
    channel.join().receive('ok', show)
    const beat = setInterval(() => channel.push('beat', {}), live.presence_beat_ms)
    return () => {
      isOpen = false
      clearInterval(beat)
      channel.leave()
      setOthers(0)
    }
  }, [shift_id])

  return others
}

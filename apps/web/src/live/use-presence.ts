import { live, type SignupPresence, topics } from '@muster/contract/live'
import { useEffect, useState } from 'react'
import type { openChannel } from './connection.ts'
import { openLater } from './open-later.ts'

export function useOthersSigningUp(shift_id: string): number {
  const [others, setOthers] = useState(0)

  useEffect(() => {
    const close = openLater(
      () => import('./connection.ts'),
      (connection) => joinPresence(connection.openChannel, shift_id, setOthers),
    )
    return () => {
      close()
      setOthers(0)
    }
  }, [shift_id])

  return others
}

function joinPresence(open: typeof openChannel, shift_id: string, showOthers: (others: number) => void) {
  let isOpen = true
  const show = (presence: SignupPresence) => {
    if (isOpen) showOthers(presence.others)
  }
  const channel = open(topics.shiftSignup(shift_id))
  channel.on('count', show)
  channel.join().receive('ok', show)
  const beat = setInterval(() => channel.push('beat', {}), live.presence_beat_ms)
  return () => {
    isOpen = false
    clearInterval(beat)
    channel.leave()
  }
}

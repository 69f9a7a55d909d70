import { useEffect, useState } from 'react'
import { openLater } from './open-later.ts'

export function useOthersSigningUp(shift_id: string): number {
  const [others, setOthers] = useState(0)

  useEffect(() => {
    const close = openLater(
      () => import('./join-presence.ts'),
      ({ joinPresence }) => joinPresence(shift_id, setOthers),
    )
    return () => {
      close()
      setOthers(0)
    }
  }, [shift_id])

  return others
}

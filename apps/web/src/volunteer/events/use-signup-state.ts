import { type SignupWindow, signupStateOf } from '@muster/contract/rules/signup-window'
import { useEffect, useState } from 'react'
import { now as clock } from '../../clock.ts'
import { useNow } from '../../live/use-now.ts'

const SOON_MS = 60_000

/** D49. Changes at the moment itself and not with the next tick, because people wait for it. */
export function useSignupState(event: SignupWindow): ReturnType<typeof signupStateOf> {
  const tick = useNow()
  const [moment, setMoment] = useState(tick)
  const now = moment > tick ? moment : tick
  const { signup_opens_at, signup_closes_at } = event
  useEffect(() => {
    const timers = [signup_opens_at, signup_closes_at].flatMap((at) => {
      const wait = Date.parse(at ?? '') - Date.parse(tick)
      if (at === null || !(wait > 0 && wait < SOON_MS)) return []
      return setTimeout(() => setMoment(at), Date.parse(at) - clock().getTime())
    })
    return () => timers.forEach(clearTimeout)
  }, [signup_opens_at, signup_closes_at, tick])
  return signupStateOf(event, now)
}

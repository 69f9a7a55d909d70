import { type SignupWindow, signupStateOf } from '@muster/contract/rules/signup-window'
import { useEffect, useState } from 'react'
import { now as clock } from '../../clock.ts'
import { useNow } from '../../live/use-now.ts'

const SOON_MS = 60_000

/** D49. Changes at the moment itself and not with the next tick, because people wait for it. */
export function useSignupState(event: SignupWindow): ReturnType<typeof signupStateOf> {
  const tick = useNow()
  const [moment, setMoment] = useState(tick)
  const next = [event.signup_opens_at, event.signup_closes_at].find((at) => at && at > tick)
  useEffect(() => {
    if (!next || Date.parse(next) - Date.parse(tick) > SOON_MS) return undefined
    const timer = setTimeout(() => setMoment(next), Date.parse(next) - clock().getTime())
    return () => clearTimeout(timer)
  }, [next, tick])
  return signupStateOf(event, moment > tick ? moment : tick)
}

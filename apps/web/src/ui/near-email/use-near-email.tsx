import { type ReactNode, useEffect, useState } from 'react'
import type { NearEmailHint } from './near-email-hint.tsx'

/** Milliseconds without a key: a domain that is being typed is not mistyped. */
const REST = 500

type Rested = { email: string; meant: string | undefined; Hint: typeof NearEmailHint }

/** Returns a hint at the address that was probably meant. The list of domains loads once an address was typed. */
export function useNearEmail(email: string, onTake: (email: string) => void): ReactNode {
  const [rested, setRested] = useState<Rested>()
  useEffect(() => {
    if (!/@.+\../.test(email)) return undefined
    const judge = async () => {
      const [{ nearEmail }, { NearEmailHint }] = await Promise.all([
        import('./near-email.ts'),
        import('./near-email-hint.tsx'),
      ])
      setRested({ email, meant: nearEmail(email), Hint: NearEmailHint })
    }
    const rest = setTimeout(() => judge().catch(() => undefined), REST)
    return () => clearTimeout(rest)
  }, [email])
  const { meant, Hint } = rested?.email === email ? rested : {}
  return meant && Hint && <Hint meant={meant} onTake={onTake} />
}

import { availableParallelism } from 'node:os'
import { normalisePassword } from '@muster/contract/rules/password'
import { hash, verify } from '@node-rs/argon2'
import { type Refusal, unavailable } from '../../http/refusal.ts'

/** argon2id (the library's default), 19 MiB and two passes: 25–75 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Of no password anybody has: verified for unknown accounts, so that they take the same time (D6). */
export const DECOY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$JbV4buo+6knvAjpVaIoc9g$hrs+/GIFyvKGmZUnp53KLp5mXVQhX5qCpQr0Az18Muc'

/** Half of the processors, and half of Node's four worker threads: a flood of logins leaves the rest to others (S4). */
const AT_ONCE = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)))
/** More would wait longer than about two seconds. */
const WAITING = 40

/** `tries`: how often its address has tried lately. */
type Waiter = { tries: number; start: () => void; refuse: (refusal: Refusal) => void }

let running = 0
const waiting: Waiter[] = []

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalisePassword(password), COST))
}

/** Without an account it takes as long and says no. `tries`: see `waitForTurn`. */
export async function verifyPassword(
  password_hash: string | undefined,
  password: string,
  tries = 0,
): Promise<boolean> {
  const isRight = await inTurn(() => verify(password_hash ?? DECOY_HASH, normalisePassword(password)), tries)
  return isRight && password_hash !== undefined
}

async function inTurn<T>(work: () => Promise<T>, tries = 0): Promise<T> {
  if (running < AT_ONCE) running++
  // Whoever ends hands the turn over: `running` stays as it is.
  else await waitForTurn(tries)
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next.start()
    else running--
  }
}

/**
 * In order of arrival. When too many wait, the one whose address has tried most often is refused with 503 `busy`, the
 * newest of equals: guessers cannot crowd out somebody's first login.
 */
function waitForTurn(tries: number): Promise<void> {
  return new Promise((start, refuse) => {
    waiting.push({ tries, start, refuse })
    if (waiting.length <= WAITING) return
    const most = Math.max(...waiting.map((waiter) => waiter.tries))
    const [refused] = waiting.splice(
      waiting.findLastIndex((waiter) => waiter.tries === most),
      1,
    )
    refused?.refuse(unavailable('busy', 2))
  })
}

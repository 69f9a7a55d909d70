import { availableParallelism } from 'node:os'
import { normalisePassword } from '@muster/contract/rules/password'
import { hash, verify } from '@node-rs/argon2'
import { unavailable } from '../../http/refusal.ts'

/** argon2id (the library's default), 19 MiB and two passes: 25–75 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Of no password anybody has: verified for unknown accounts, so that they take the same time (D6). */
export const DECOY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$JbV4buo+6knvAjpVaIoc9g$hrs+/GIFyvKGmZUnp53KLp5mXVQhX5qCpQr0Az18Muc'

/** Half of the processors, and half of Node's four worker threads: a flood of logins leaves the rest to others (S4). */
const AT_ONCE = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)))
/** Whoever would wait longer than about two seconds is told to come back. */
const WAITING = 40

let running = 0
const waiting: (() => void)[] = []

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalisePassword(password), COST))
}

/** Without an account it takes as long and says no. */
export async function verifyPassword(password_hash: string | undefined, password: string): Promise<boolean> {
  const isRight = await inTurn(() => verify(password_hash ?? DECOY_HASH, normalisePassword(password)))
  return isRight && password_hash !== undefined
}

/** Throws 503 `busy` when too many wait already. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running++
  else if (waiting.length >= WAITING) throw unavailable('busy', 2)
  // Whoever ends hands the turn over: `running` stays as it is.
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

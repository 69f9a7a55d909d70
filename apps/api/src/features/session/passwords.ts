import { availableParallelism } from 'node:os'
import { normalisePassword } from '@muster/contract/rules/password'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { unavailable } from '../../edge/refusal.ts'

/** argon2id (the library's default), 19 MiB and two passes: 25–75 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hash of a random password. It is verified for unknown accounts, so that they take the same time (D6). */
export const DECOY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$JbV4buo+6knvAjpVaIoc9g$hrs+/GIFyvKGmZUnp53KLp5mXVQhX5qCpQr0Az18Muc'

/** Half of the processors and of Node's four worker threads, so that a flood of logins leaves the rest to others. */
const CONCURRENCY = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)))
/** Maximum number of waiting hashes. More would wait longer than about two seconds. */
const MAX_WAITING = 40

type Waiting = { tries: number; refuse: () => void }

const limit = pLimit(CONCURRENCY)
const waiting = new Set<Waiting>()

export function hashPassword(password: string): Promise<string> {
  return inTurn(0, () => hash(normalisePassword(password), COST))
}

/** Returns false without an account, after the same time. Throws 503 `busy` when too many are waiting. */
export async function verifyPassword(
  password_hash: string | undefined,
  password: string,
  tries = 0,
): Promise<boolean> {
  const isRight = await inTurn(tries, () => verify(password_hash ?? DECOY_HASH, normalisePassword(password)))
  return isRight && password_hash !== undefined
}

function inTurn<T>(tries: number, work: () => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const own: Waiting = { tries, refuse: () => reject(unavailable('busy', 2)) }
    waiting.add(own)
    void limit(async () => {
      if (waiting.delete(own)) await work().then(resolve, reject)
    })
    if (waiting.size > MAX_WAITING) refuseOne()
  })
}

/** Refuses the newest login of the address with most tries, so that guessers cannot crowd out a first login. */
function refuseOne(): void {
  const refused = [...waiting].reduce((most, each) => (each.tries >= most.tries ? each : most))
  waiting.delete(refused)
  refused.refuse()
}

import { setTimeout as sleep } from 'node:timers/promises'
import { isEmail } from '@muster/contract/rules/contact'
import { foldName } from '@muster/contract/rules/text'
import type { Deps } from '../../deps.ts'
import { addressOf, countShared, giveBackShared, takeShared } from '../../http/rate-limit.ts'
import { unauthorized } from '../../http/refusal.ts'
import { verifyPassword } from './passwords.ts'
import { findAccountByEmail, lockAccount } from './queries.ts'
import { type Started, startSession } from './start-session.ts'

type Login = { email: string; password: string; ip: string }

/** The limits of an address and of an account, as a multiple of that of the two together. */
const LOOSE = 4
/** Milliseconds: each login over the account's limit is delayed by one step more, up to the longest delay. */
const DELAY_STEP_MS = 100
const LONGEST_DELAY_MS = 3_000

/**
 * D6: an unknown e-mail and a wrong password take the same way, and the same time. Guesses from one address are refused.
 * Guesses at one account from many addresses only delay its logins: a refusal would let strangers lock its owner out.
 */
export async function login(deps: Deps, { email, password, ip }: Login): Promise<Started> {
  const { db } = deps
  const folded = foldName(email)
  const { guesses, delay_ms, tries } = await countGuess(deps, { email: folded, address: addressOf(ip) })
  await sleep(delay_ms)

  const known = isEmail(folded) ? await db.system((tx) => findAccountByEmail(tx, folded)) : undefined
  const isRight = await verifyPassword(known?.password_hash, password, tries)
  if (!known || !isRight) throw unauthorized('invalid_credentials')

  return db.system(async (tx) => {
    const account = await lockAccount(tx, known.id)
    // A reset while we were verifying: the old password must not begin a session after all have been ended (D8).
    if (account?.password_hash !== known.password_hash) throw unauthorized('invalid_credentials')
    for (const guess of guesses) await giveBackShared(tx, guess)
    return startSession(tx, deps, account)
  })
}

/**
 * Every login counts as a guess until its password turns out right; counted afterwards, guesses sent at once would all
 * pass. `tries` are those of the address; they are never given back, or an own account would buy any number.
 */
async function countGuess(deps: Deps, { email, address }: { email: string; address: string }) {
  const hits = deps.config.limits.logins_per_minute
  const loose = { hits: hits * LOOSE, window_s: 60 }
  const of_address = await takeShared(deps, { name: 'login-address', of: address, ...loose })
  const together = await takeShared(deps, { name: 'login', of: `${address} ${email}`, hits, window_s: 60 })
  const of_account = await countShared(deps, { name: 'login-account', of: email, ...loose })
  return {
    guesses: [together, of_account],
    delay_ms: Math.min(LONGEST_DELAY_MS, of_account.over * DELAY_STEP_MS),
    tries: of_address.hits,
  }
}

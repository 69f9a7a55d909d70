import { isEmail } from '@muster/contract/rules/contact'
import { foldAddress } from '@muster/contract/rules/fold'
import {
  countShared,
  giveBackShared,
  loginsAlone,
  pauseAbove,
  takeShared,
  takeTry,
} from '../../access/rate-limit.ts'
import type { Deps } from '../../deps.ts'
import { clientOf } from '../../edge/client-address.ts'
import { unauthorized } from '../../edge/refusal.ts'
import { findAccountByEmail, lockAccount } from './account-queries.ts'
import { verifyPassword } from './passwords.ts'
import { type StartedSession, startSession } from './start-session.ts'

type Login = { email: string; password: string; ip: string; user_agent: string | undefined }

/** D6. Guesses from many clients only delay an account's logins. A refusal would let them lock its owner out. */
export async function login(deps: Deps, { email, password, ip, user_agent }: Login): Promise<StartedSession> {
  const { db } = deps
  const folded = foldAddress(email)
  const { guesses, of_account, tries } = await countGuess(deps, { email: folded, ip })
  await pauseAbove(of_account)

  const known = isEmail(folded) ? await db.system((tx) => findAccountByEmail(tx, folded)) : undefined
  const isRight = await verifyPassword(known?.password_hash, password, tries)
  // D64: a locked account is answered like a wrong password.
  if (!known || !isRight || known.locked_since) throw unauthorized('invalid_credentials')

  return db.system(async (tx) => {
    const account = await lockAccount(tx, known.id)
    // D8: after a reset meanwhile the old password must not start a session.
    if (account?.password_hash !== known.password_hash || account.locked_since)
      throw unauthorized('invalid_credentials')
    for (const guess of guesses) await giveBackShared(tx, guess)
    return startSession(tx, deps, account, { user_agent })
  })
}

/**
 * Counts a guess before the password is verified, or guesses sent at once would all pass. A correct password is
 * subtracted again, but not from the client's `tries`: attackers could reset these by logging in to their own
 * account.
 */
async function countGuess(deps: Deps, { email, ip }: { email: string; ip: string }) {
  const { config } = deps
  const of_client = await takeTry(deps, { name: 'login-address', ip })
  const together = await takeShared(deps, {
    name: 'login',
    of: `${clientOf(ip)} ${email}`,
    hits: config.limits.logins_per_minute,
    window_s: 60,
  })
  const of_account = await countShared(deps, {
    name: 'login-account',
    of: email,
    hits: loginsAlone(config),
    window_s: 60,
  })
  return {
    guesses: [together, of_account],
    of_account,
    tries: of_client.hits,
  }
}

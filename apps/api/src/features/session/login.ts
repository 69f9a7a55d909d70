import { isEmail } from '@muster/contract/rules/contact'
import { foldName } from '@muster/contract/rules/text'
import type { Deps } from '../../deps.ts'
import { addressOf, takeShared } from '../../http/rate-limit.ts'
import { unauthorized } from '../../http/refusal.ts'
import { verifyPassword } from './passwords.ts'
import { findAccountByEmail, lockAccount } from './queries.ts'
import { type Started, startSession } from './start-session.ts'

type Login = { email: string; password: string; ip: string }

/** D6: an unknown e-mail and a wrong password take the same way, and the same time. */
export async function login(deps: Deps, { email, password, ip }: Login): Promise<Started> {
  const { db, config } = deps
  const folded = foldName(email)
  const hits = config.limits.logins_per_minute
  await takeShared(deps, [
    { name: 'login-account', of: folded, hits, window_s: 60 },
    { name: 'login-address', of: addressOf(ip), hits: hits * 4, window_s: 60 },
  ])

  const known = isEmail(folded) ? await db.system((tx) => findAccountByEmail(tx, folded)) : undefined
  const isRight = await verifyPassword(known?.password_hash, password)
  if (!known || !isRight) throw unauthorized('invalid_credentials')

  return db.system(async (tx) => {
    const account = await lockAccount(tx, known.id)
    // A reset while we were verifying: the old password must not begin a session after all have been ended (D8).
    if (account?.password_hash !== known.password_hash) throw unauthorized('invalid_credentials')
    return startSession(tx, deps, account)
  })
}

import type { Identity } from '../../access/access.ts'
import { takeShared } from '../../access/rate-limit.ts'
import type { Deps } from '../../deps.ts'
import { badRequest, Refusal, unauthorized } from '../../edge/refusal.ts'
import { findAccountByEmail, lockAccount } from './account-queries.ts'
import type { SessionGate } from './gate.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { endSessionsOf } from './queries.ts'
import { refuseEnded } from './refuse-ended.ts'
import { refuseWeakPassword, setPassword } from './set-password.ts'

type PasswordChange = { current_password: string | undefined; password: string }

/** D8. Ends all other sessions. */
export async function changePassword(
  deps: Deps,
  gate: SessionGate,
  { user_id, session_id, email }: Identity,
  { current_password, password }: PasswordChange,
): Promise<void> {
  const { db, config, now } = deps
  const hits = config.limits.logins_per_minute
  // Of the session: who has stolen another one must not keep the owner from changing the password.
  await takeShared(deps, { name: 'password-change', of: session_id, hits, window_s: 60 })
  const known = await db.system((tx) => findAccountByEmail(tx, email))
  if (!known) throw unauthorized('session_invalid')
  // Without the current password the access check has asked for another proof (D64).
  if (current_password !== undefined && !(await verifyPassword(known.password_hash, current_password)))
    throw badRequest('current_password_wrong')

  refuseWeakPassword(password, email)
  if (await verifyPassword(known.password_hash, password)) throw new Refusal(422, 'same_password')
  const password_hash = await hashPassword(password)

  const ended = await db.system(async (tx) => {
    const account = await lockAccount(tx, user_id)
    await refuseEnded(tx, session_id)
    // Another change committed first, so the password given is no longer the current one.
    if (account?.password_hash !== known.password_hash) throw badRequest('current_password_wrong')
    await setPassword(tx, account, { password_hash, now: now() })
    return endSessionsOf(tx, user_id, { because: 'password_changed', now: now(), except: session_id })
  })
  for (const id of ended) gate.forgetSession(id)
}

import { addMs } from '@muster/contract/rules/instants'
import type { Identity } from '../../access/access.ts'
import { takeShared } from '../../access/rate-limit.ts'
import type { Tx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import type { Deps } from '../../deps.ts'
import { notFound, Refusal } from '../../edge/refusal.ts'
import { enqueueAccountSms } from '../../outbox/enqueue.ts'
import { lockAccount } from '../session/account-queries.ts'
import { type Factor, findFactor, insertChallenge } from './queries.ts'

/** Lifetime of a challenge, in ms. */
const LIFE = 5 * 60_000
export const CHALLENGES = { hits: 60, window_s: 3600 }
/** Limits, because each code costs money and a stolen password is enough to request one (D7). */
const SMS_OF_ACCOUNT = [
  { name: 'phone-code', hits: 5, window_s: 15 * 60 },
  { name: 'phone-code-day', hits: 10, window_s: 24 * 3600 },
]
const SMS_OF_NUMBER = { name: 'phone-code-number', hits: 10, window_s: 24 * 3600 }

export type Challenged = { id: string; type: 'totp' | 'phone'; expires_at: string }

export async function challengeFactor(
  deps: Deps,
  { user_id, session_id }: Identity,
  factor_id: string,
): Promise<Challenged> {
  const { db } = deps
  const factor = await db.system((tx) => findFactor(tx, user_id, factor_id))
  if (!factor) throw notFound('mfa_factor_not_found')
  // Of the session, not the account: who knows only the password must not keep its owner from finishing a sign-in.
  await takeShared(deps, { name: 'challenge-factor', of: session_id, ...CHALLENGES })
  const number = factor.phone
  if (number !== null) await countSms(deps, { user_id, number })
  return db.system(async (tx) => {
    const created = await addChallenge(tx, deps, { user_id, factor_id, purpose: 'factor' })
    if (number !== null) await sendCode(tx, { user_id, number, challenge_id: created.id })
    return { ...created, type: factor.factor_type }
  })
}

async function countSms(deps: Deps, { user_id, number }: { user_id: string; number: string }): Promise<void> {
  if (!deps.config.sms) throw new Refusal(422, 'phone_provider_disabled')
  for (const limit of SMS_OF_ACCOUNT) await takeShared(deps, { ...limit, of: user_id })
  await takeShared(deps, { ...SMS_OF_NUMBER, of: number })
}

async function sendCode(
  tx: Tx,
  { user_id, number, challenge_id }: { user_id: string; number: string; challenge_id: string },
): Promise<void> {
  const account = await lockAccount(tx, user_id)
  if (!account) throw notFound('mfa_factor_not_found')
  await enqueueAccountSms(tx, {
    user_id,
    number,
    language: account.language,
    content: { template: 'login_code', payload: { challenge_id } },
  })
}

type NewChallenge = {
  user_id: string | null
  purpose: 'factor' | 'passkey_new' | 'passkey_second' | 'passkey_login'
  factor_id?: Factor['id']
  challenge?: string
}

export async function addChallenge(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  { factor_id, challenge, ...created }: NewChallenge,
): Promise<{ id: string; expires_at: string }> {
  const added = { id: newId(), expires_at: addMs(now(), LIFE) }
  await insertChallenge(tx, {
    ...created,
    ...added,
    factor_id: factor_id ?? null,
    challenge: challenge ?? null,
  })
  return added
}

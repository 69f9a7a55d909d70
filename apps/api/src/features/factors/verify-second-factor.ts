import type { PasskeyResponse } from '@muster/contract/factors'
import type { Identity } from '../../access/access.ts'
import { type Counted, countShared, giveBackShared, pauseAbove, takeShared } from '../../access/rate-limit.ts'
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { clientOf } from '../../edge/client-address.ts'
import { forbidden, notFound, Refusal, unauthorized } from '../../edge/refusal.ts'
import { tellOwner } from '../../outbox/tell-owner.ts'
import { decrypt } from '../../signing/encrypt.ts'
import { isPhoneCode } from '../../signing/phone-code.ts'
import { type Account, lockAccount } from '../session/account-queries.ts'
import type { SessionGate } from '../session/gate.ts'
import { liftSession } from '../session/lift-session.ts'
import { findSessionState } from '../session/queries.ts'
import type { StartedSession } from '../session/start-session.ts'
import { verifyPasskeyOf } from './passkeys.ts'
import {
  deleteUnverified,
  type Factor,
  findFactor,
  findFactorOfChallenge,
  listFactors,
  spendChallenge,
  spendRecoveryCode,
  takeStep,
  verifyFactor,
} from './queries.ts'
import { hashOfCode } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'

export type Proof =
  | { method: 'totp'; code: string; factor_id?: string | undefined; challenge_id?: string | undefined }
  | { method: 'phone'; code: string; challenge_id: string }
  | { method: 'recovery'; code: string }
  | { method: 'passkey'; challenge_id: string; response: PasskeyResponse }

/**
 * Limits of one client at one account. A code has a million values, and three are valid at once: at these rates a
 * guesser needs decades. Guesses from other clients only delay the owner's: who knows the password alone must not lock
 * them out.
 */
const GUESSES = [
  { name: 'second-factor', hits: 5, window_s: 5 * 60 },
  { name: 'second-factor-day', hits: 50, window_s: 24 * 3600 },
]
const PER_CLIENT = { name: 'second-factor-address', hits: 60, window_s: 5 * 60 }
/** From here on every guess at the account waits. */
const PER_ACCOUNT = { name: 'second-factor-account', hits: 10, window_s: 5 * 60 }

/** D7: marks the caller's session as having passed a second factor, and finishes a factor that was being added. */
export async function verifySecondFactor(
  deps: Deps,
  gate: SessionGate,
  identity: Identity,
  { proof, ip }: { proof: Proof; ip: string },
): Promise<StartedSession> {
  const { user_id, session_id } = identity
  // Counted before the code is verified, or guesses sent at once would all pass.
  const guesses = await countGuess(deps, { user_id, ip, proof })
  const { ended, ...lifted } = await deps.db.system(async (tx) => {
    const account = await lockAccount(tx, user_id)
    if (!account) throw unauthorized('session_invalid')
    const verified = await verifyProof(tx, deps, { proof, account })
    const is_new = verified?.status === 'unverified'
    if (is_new) await finishEnrolment(tx, deps, { factor: verified, identity })
    await deleteUnverified(tx, { user_id })
    for (const guess of guesses) await giveBackShared(tx, guess)
    return liftSession(tx, deps, { session_id, method: AMR[proof.method], is_new })
  })
  for (const id of ended) gate.forgetSession(id)
  gate.rereadSession(session_id)
  return lifted
}

const AMR = {
  totp: 'totp',
  phone: 'mfa/phone',
  passkey: 'mfa/webauthn',
  recovery: 'recovery_code',
} as const

/** Does not count passkeys and recovery codes, which cannot be guessed. They work even above the limits. */
async function countGuess(
  deps: Deps,
  { user_id, ip, proof }: { user_id: string; ip: string; proof: Proof },
): Promise<Counted[]> {
  const client = clientOf(ip)
  await takeShared(deps, { ...PER_CLIENT, of: client })
  if (proof.method === 'passkey' || proof.method === 'recovery') return []
  const counted: Counted[] = []
  for (const limit of GUESSES) counted.push(await takeShared(deps, { ...limit, of: `${client} ${user_id}` }))
  const of_account = await countShared(deps, { ...PER_ACCOUNT, of: user_id })
  await pauseAbove(of_account)
  return [...counted, of_account]
}

type Verification = { proof: Proof; account: Account }

/** Returns the factor of a code, or null for a passkey or recovery code. Throws when the proof is wrong. */
async function verifyProof(tx: Tx, deps: Deps, { proof, account }: Verification): Promise<Factor | null> {
  const user_id = account.id
  if (proof.method === 'totp') return verifyTotp(tx, deps, { proof, user_id })
  if (proof.method === 'phone') return verifyPhone(tx, deps, { proof, user_id })
  if (proof.method === 'passkey') {
    await verifyPasskeyOf(tx, deps, { user_id, purpose: 'passkey_second', ...proof })
    return null
  }
  const spent = { hash: hashOfCode(user_id, proof.code), now: deps.now() }
  if (!(await spendRecoveryCode(tx, user_id, spent))) throw wrongCode()
  await tellOwner(tx, user_id, { change: 'recovery_code_used', at: deps.now() })
  return null
}

type OfUser<Method> = { proof: Extract<Proof, { method: Method }>; user_id: string }

async function verifyTotp(tx: Tx, deps: Deps, { proof, user_id }: OfUser<'totp'>): Promise<Factor> {
  const { code, factor_id, challenge_id } = proof
  const named =
    factor_id === undefined ? undefined : await getFactor(tx, { user_id, factor_id, type: 'totp' })
  const tried = named ? [named] : (await listFactors(tx, user_id)).filter(isUsable)
  if (named && challenge_id !== undefined) await spend(tx, deps, { user_id, factor: named, challenge_id })
  for (const factor of tried) {
    if (factor.secret === null) continue
    const secret = decrypt(deps.keys, factor.secret, factor.id)
    const step = stepOfCode(secret, { code: digitsOf(code), now: deps.now() })
    // A code that was observed must not work again.
    if (step !== undefined && (await takeStep(tx, factor.id, step))) return factor
  }
  throw wrongCode()
}

const isUsable = ({ factor_type, status }: Factor) => factor_type === 'totp' && status === 'verified'

async function verifyPhone(tx: Tx, deps: Deps, { proof, user_id }: OfUser<'phone'>): Promise<Factor> {
  const { code, challenge_id } = proof
  const factor_id = await findFactorOfChallenge(tx, user_id, challenge_id)
  if (factor_id === undefined) throw expired()
  const factor = await getFactor(tx, { user_id, factor_id, type: 'phone' })
  await spend(tx, deps, { user_id, factor, challenge_id })
  if (!isPhoneCode(deps.keys, challenge_id, digitsOf(code))) throw wrongCode()
  return factor
}

async function getFactor(
  tx: Tx,
  { user_id, factor_id, type }: { user_id: string; factor_id: string; type: 'totp' | 'phone' },
): Promise<Factor> {
  const factor = await findFactor(tx, user_id, factor_id)
  if (factor?.factor_type !== type) throw notFound('mfa_factor_not_found')
  return factor
}

/** Uses up a challenge. A wrong code rolls this back, so that the challenge can be tried again within the limits. */
async function spend(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  { user_id, factor, challenge_id }: { user_id: string; factor: Factor; challenge_id: string },
): Promise<void> {
  const challenge = { id: challenge_id, user_id, factor_id: factor.id, purpose: 'factor' } as const
  if (!(await spendChallenge(tx, { ...challenge, now: now() }))) throw expired()
}

/** D7: if the account has another factor, only a session that has passed that one may add a factor. */
async function finishEnrolment(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  { factor, identity }: { factor: Factor; identity: Identity },
): Promise<void> {
  const state = await findSessionState(tx, identity.session_id)
  if (!state) throw unauthorized('session_invalid')
  if (state.has_second_factor && state.aal !== 'aal2') throw forbidden('insufficient_aal')
  // The same instant: the owner may disown what was added since (D64).
  const at = now()
  await verifyFactor(tx, factor.id, at)
  await tellOwner(tx, identity.user_id, { change: 'factor_added', at })
}

/** Removes spaces, because apps show codes in groups. */
const digitsOf = (code: string) => code.replaceAll(/\s/g, '')

const wrongCode = () => new Refusal(422, 'mfa_verification_failed')
const expired = () => new Refusal(422, 'mfa_challenge_expired')

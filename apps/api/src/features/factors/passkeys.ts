import type { NewPasskeyResponse, PasskeyResponse } from '@muster/contract/factors'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers'
import type { Identity } from '../../access/access.ts'
import { takeShared, takeTry } from '../../access/rate-limit.ts'
import type { Tx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import type { Deps } from '../../deps.ts'
import { notFound, Refusal } from '../../edge/refusal.ts'
import { tellOwner } from '../../outbox/tell-owner.ts'
import { lockAccount } from '../session/account-queries.ts'
import type { SessionGate } from '../session/gate.ts'
import { liftSession } from '../session/lift-session.ts'
import { type StartedSession, startSession } from '../session/start-session.ts'
import { addChallenge, CHALLENGES } from './challenge-factor.ts'
import { ENROLMENTS, MOST_FACTORS } from './enrol-factor.ts'
import { lockOwnFactors } from './lock-own-factors.ts'
import {
  findPasskeyOwner,
  insertPasskey,
  listPasskeys,
  lockPasskey,
  type Passkey,
  spendChallenge,
  updatePasskeyUse,
} from './queries.ts'

/* User verification (a PIN, a finger) is always required: a passkey alone is two factors (D7). */

type Config = Deps['config']

const rpId = ({ public_url }: Config) => new URL(public_url).hostname

const expectedOf = (config: Config) => ({
  expectedOrigin: [...config.allowed_origins],
  expectedRPID: rpId(config),
  requireUserVerification: true,
})

export async function describeNewPasskey(deps: Deps, identity: Identity) {
  const { db, config } = deps
  const { user_id, email } = identity
  await takeShared(deps, { ...ENROLMENTS, of: user_id })
  const known = await db.system((tx) => listPasskeys(tx, user_id))
  if (known.length >= MOST_FACTORS) throw new Refusal(422, 'too_many_enrolled_mfa_factors')
  const options = await generateRegistrationOptions({
    rpName: 'Muster',
    rpID: rpId(config),
    userName: email,
    userID: new TextEncoder().encode(user_id),
    excludeCredentials: known.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const { id } = await db.system(async (tx) => {
    await lockOwnFactors(tx, identity)
    return addChallenge(tx, deps, { user_id, purpose: 'passkey_new', challenge: options.challenge })
  })
  return { challenge_id: id, options: { ...options } }
}

/**
 * Formats that browsers send when no attestation is requested. The others are refused: for Android's format the library
 * first requests the list of revoked certificates from the address that the given certificates name.
 */
const ATTESTATIONS = ['none', 'packed']

function attestationOf({ response }: NewPasskeyResponse): string {
  try {
    return decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject)).get('fmt')
  } catch {
    return refuse()
  }
}

type NewPasskey = { challenge_id: string; response: NewPasskeyResponse; friendly_name?: string | undefined }

/** Registers a passkey. It was just used, so the session has passed it too. */
export async function addPasskey(
  deps: Deps,
  gate: SessionGate,
  identity: Identity,
  { challenge_id, response, friendly_name = '' }: NewPasskey,
): Promise<Passkey> {
  const { db, config, now } = deps
  const { user_id, session_id } = identity
  const { passkey, ended } = await db.system(async (tx) => {
    await lockOwnFactors(tx, identity)
    const challenge = await takeChallenge(tx, deps, { id: challenge_id, user_id, purpose: 'passkey_new' })
    const { transports = [] } = response.response
    if (!ATTESTATIONS.includes(attestationOf(response))) throw refused()
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, response: { ...response.response, transports } },
      expectedChallenge: challenge,
      ...expectedOf(config),
    }).catch(refuse)
    if (!verified) throw refused()
    const { credential, credentialBackedUp } = registrationInfo
    const added: Passkey = {
      id: newId(),
      user_id,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports,
      friendly_name,
      is_synced: credentialBackedUp,
      created_at: now(),
      last_used_at: null,
    }
    if (!(await insertPasskey(tx, added))) throw refused()
    await tellOwner(tx, user_id, { change: 'factor_added', at: added.created_at })
    const lifted = await liftSession(tx, deps, { session_id, method: 'mfa/webauthn', is_new: true })
    return { passkey: added, ended: lifted.ended }
  })
  for (const id of ended) gate.forgetSession(id)
  gate.rereadSession(session_id)
  return passkey
}

/** Returns the browser's options for a passkey as second factor of this account. */
export async function describePasskeys(deps: Deps, { user_id, session_id }: Identity) {
  const known = await deps.db.system((tx) => listPasskeys(tx, user_id))
  if (known.length === 0) throw notFound('mfa_factor_not_found')
  // Of the session, not the account: who knows only the password must not keep its owner from finishing a sign-in.
  await takeShared(deps, { name: 'challenge-passkey', of: session_id, ...CHALLENGES })
  return describe(deps, { user_id, purpose: 'passkey_second', known })
}

/** Returns the browser's options for signing in. The browser shows the passkeys that it has. */
export async function describeLogin(deps: Deps, ip: string) {
  await takeTry(deps, { name: 'passkey-address', ip })
  return describe(deps, { user_id: null, purpose: 'passkey_login', known: [] })
}

type Described = {
  user_id: string | null
  purpose: 'passkey_second' | 'passkey_login'
  known: readonly Passkey[]
}

async function describe(deps: Deps, { user_id, purpose, known }: Described) {
  const options = await generateAuthenticationOptions({
    rpID: rpId(deps.config),
    userVerification: 'required',
    allowCredentials: known.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
  })
  const { challenge } = options
  const { id, expires_at } = await deps.db.system((tx) =>
    addChallenge(tx, deps, { user_id, purpose, challenge }),
  )
  return { challenge_id: id, expires_at, options: { ...options } }
}

type Login = { challenge_id: string; response: PasskeyResponse; ip: string; user_agent: string | undefined }

export async function logInWithPasskey(
  deps: Deps,
  { challenge_id, response, ip, user_agent }: Login,
): Promise<StartedSession> {
  await takeTry(deps, { name: 'passkey-address', ip })
  return deps.db.system(async (tx) => {
    const proof = { user_id: null, purpose: 'passkey_login', challenge_id, response } as const
    // The account is locked first, as when its owner removes the passkey.
    const user_id = await findPasskeyOwner(tx, response.id)
    const account = user_id === undefined ? undefined : await lockAccount(tx, user_id)
    await verifyPasskeyOf(tx, deps, proof)
    if (!account || account.locked_since) throw refused()
    return startSession(tx, deps, account, { method: 'passkey', user_agent })
  })
}

type PasskeyProof = {
  /** Null allows any account. */
  user_id: string | null
  purpose: 'passkey_second' | 'passkey_login'
  challenge_id: string
  response: PasskeyResponse
}

/** Throws unless a passkey of the account has signed this challenge. */
export async function verifyPasskeyOf(
  tx: Tx,
  deps: Deps,
  { user_id, purpose, challenge_id, response }: PasskeyProof,
): Promise<Passkey> {
  const challenge = await takeChallenge(tx, deps, { id: challenge_id, user_id, purpose })
  const passkey = await lockPasskey(tx, response.id)
  if (!passkey || (user_id !== null && passkey.user_id !== user_id)) throw refused()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    ...expectedOf(deps.config),
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.counter,
      transports: passkey.transports,
    },
  }).catch(refuse)
  if (!verified) throw refused()
  await updatePasskeyUse(tx, passkey.id, {
    counter: authenticationInfo.newCounter,
    last_used_at: deps.now(),
  })
  return passkey
}

async function takeChallenge(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  of: { id: string; user_id: string | null; purpose: 'passkey_new' | 'passkey_second' | 'passkey_login' },
): Promise<string> {
  const spent = await spendChallenge(tx, { ...of, factor_id: null, now: now() })
  if (!spent || spent.challenge === null) throw new Refusal(422, 'mfa_challenge_expired')
  return spent.challenge
}

const refused = () => new Refusal(422, 'passkey_refused')

/** Maps errors of the library, which throws for every invalid response, to a refusal. */
function refuse(): never {
  throw refused()
}

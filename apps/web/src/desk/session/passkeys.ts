import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { type Answer, call, type Given } from '../../api/call.ts'
import { signInWith } from './session-state.ts'

type Options = Answer<'factors', 'getPasskeyOptions'>['options']
type PasskeyResponse = Given<'factors', 'verifyPasskey'>['body']['response']
type NewPasskeyResponse = Given<'factors', 'addPasskey'>['body']['response']

export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in window
}

/** A passkey that was used at the sign-in, and the challenge that it answers. */
export type UsedPasskey = { challenge_id: string; response: PasskeyResponse }

/** Signs in with `used`, or with the passkey that the browser now asks for. Does nothing when the user cancels. */
export async function signInWithPasskey(used: UsedPasskey | undefined): Promise<void> {
  const body = used ?? (await askForAny())
  if (body) signInWith(await call('factors', 'verifyPasskey', { body }))
}

async function askForAny(): Promise<UsedPasskey | undefined> {
  const { challenge_id, options } = await call('factors', 'getPasskeyOptions')
  const response = await askForPasskey(options)
  return response && { challenge_id, response }
}

/** Lets the browser offer passkeys in the field of the e-mail. Undefined once it has ended without one. */
export async function offerPasskeys(signal: AbortSignal): Promise<UsedPasskey | undefined> {
  if (!(await canOfferPasskeys())) return undefined
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser')
  const { challenge_id, options } = await call('factors', 'getPasskeyOptions', { signal })
  if (signal.aborted) return undefined
  signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony())
  const response = await askForPasskey(options, { useBrowserAutofill: true })
  return response && !signal.aborted ? { challenge_id, response } : undefined
}

async function canOfferPasskeys(): Promise<boolean> {
  return hasPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.())
}

/** Undefined when the user cancels. */
export async function askForPasskey(
  options: Options,
  how: { useBrowserAutofill?: boolean } = {},
): Promise<PasskeyResponse | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON: PublicKeyCredentialRequestOptionsJSON = options
  const credential = await startAuthentication({ optionsJSON, ...how }).catch(undefinedIfCancelled)
  return (
    credential && {
      ...credential,
      response: { ...credential.response },
      clientExtensionResults: { ...credential.clientExtensionResults },
    }
  )
}

/** Undefined when the user cancels. */
export async function makePasskey(options: Options): Promise<NewPasskeyResponse | undefined> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  if (!isForCreation(options)) throw new Error('These options make no passkey')
  const credential = await startRegistration({ optionsJSON: options }).catch(undefinedIfCancelled)
  return (
    credential && {
      ...credential,
      response: { ...credential.response },
      clientExtensionResults: { ...credential.clientExtensionResults },
    }
  )
}

/** Returns true if the error says that this device already has a passkey of the account. */
export function isPasskeyHere(error: unknown): boolean {
  return error instanceof Error && error.name === 'InvalidStateError'
}

function undefinedIfCancelled(error: unknown): undefined {
  // NotAllowedError: by the user, or after the time that the browser gives.
  if (error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)) return undefined
  throw error
}

function isForCreation(options: object): options is PublicKeyCredentialCreationOptionsJSON {
  return 'rp' in options && 'user' in options && 'pubKeyCredParams' in options
}

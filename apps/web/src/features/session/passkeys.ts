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

/** Does nothing when the user cancels. */
export async function signInWithPasskey(): Promise<void> {
  const { challenge_id, options } = await call('factors', 'getPasskeyOptions')
  const response = await askForPasskey(options)
  if (response) signInWith(await call('factors', 'verifyPasskey', { body: { challenge_id, response } }))
}

/** Undefined when the user cancels. */
export async function askForPasskey(options: Options): Promise<PasskeyResponse | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON: PublicKeyCredentialRequestOptionsJSON = options
  const credential = await startAuthentication({ optionsJSON }).catch(undefinedIfCancelled)
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

/** Of the passkeys of this device one is of the account already. */
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

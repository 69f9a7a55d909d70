import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, line, phone, requiredLine, timestamp } from './fields.ts'
import { sessionToken } from './session.ts'

const c = initContract()

const friendlyName = { description: 'What its owner calls it.', examples: ['My phone'] }
const challengeId = id.describe('Id of the challenge. It lives for 5 minutes and serves once.')
const code = z
  .string()
  .max(40)
  .meta({ description: 'The code, with or without spaces.', examples: ['123456'] })

export const factor = z
  .object({
    id,
    factor_type: z.enum(['totp', 'phone']).describe('An authenticator app, or codes by SMS.'),
    status: z.enum(['unverified', 'verified']).describe('It counts once a code of it was verified.'),
    friendly_name: z.string().meta(friendlyName),
    phone: z
      .string()
      .meta({ description: 'Last digits of the number, for codes by SMS.', examples: ['••••••4567'] })
      .nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'Factor', description: 'A second factor.' })

export const passkey = z
  .object({
    id,
    friendly_name: z.string().meta({ ...friendlyName, examples: ['Laptop'] }),
    is_synced: z.boolean().describe('Whether its provider copies it to other devices.'),
    created_at: timestamp,
    last_used_at: timestamp.describe('When it was used last (ISO 8601, UTC). Null: never.').nullable(),
  })
  .meta({ id: 'Passkey' })

export const enrolledFactor = z
  .object({
    id,
    type: z.enum(['totp', 'phone']).describe('An authenticator app, or codes by SMS.'),
    friendly_name: z.string().meta(friendlyName),
    totp: z
      .object({
        qr_code: z.string().meta({ description: 'The `uri` as a QR code, an SVG.', examples: ['<svg …/>'] }),
        secret: z.string().meta({
          description: 'For typing into an app, in base32. Shown only here.',
          examples: ['JBSWY3DPEHPK3PXP'],
        }),
        uri: z.string().meta({
          description: 'What authenticator apps read.',
          examples: ['otpauth://totp/Muster:asa@volunteer.example?secret=JBSWY3DPEHPK3PXP&issuer=Muster'],
        }),
      })
      .describe('Of an authenticator app.')
      .optional(),
    phone: z
      .string()
      .meta({ description: 'Of codes by SMS, in E.164.', examples: ['+46701234567'] })
      .optional(),
  })
  .meta({ id: 'EnrolledFactor' })

/** Argument of the browser's `navigator.credentials`, as JSON for @simplewebauthn/browser. */
const publicKeyOptions = z.looseObject({
  challenge: z.string().meta({ description: 'Random, in base64url.', examples: ['kVz3fQ0aK1v9d7s2'] }),
})

const bytes = (description: string) =>
  z
    .string()
    .max(20_000)
    .meta({ description: `${description}, in base64url.`, examples: ['kVz3fQ0aK1v9d7s2'] })

const credential = {
  id: bytes('Id of the passkey'),
  rawId: bytes('The same'),
  type: z.literal('public-key').describe('Always `public-key`.'),
  clientExtensionResults: z.looseObject({}).describe('As the browser made it.'),
}

/** Result of `PublicKeyCredential.toJSON()` for a new passkey. */
const newPasskeyResponse = z
  .looseObject({
    ...credential,
    response: z
      .looseObject({
        clientDataJSON: bytes('What the browser signed'),
        attestationObject: bytes('The new key'),
        transports: z
          .array(
            z
              .string()
              .max(40)
              .meta({ description: 'How to reach it.', examples: ['internal'] }),
          )
          .max(20)
          .describe('How the browser reaches it.')
          .optional(),
      })
      .describe('As the browser made it.'),
  })
  .describe('What `navigator.credentials.create()` answered, as JSON.')

const passkeyResponse = z
  .looseObject({
    ...credential,
    response: z
      .looseObject({
        clientDataJSON: bytes('What was signed'),
        authenticatorData: bytes('What was signed'),
        signature: bytes('The signature'),
      })
      .describe('As the browser made it.'),
  })
  .describe('What `navigator.credentials.get()` answered, as JSON.')

export type NewPasskeyResponse = z.output<typeof newPasskeyResponse>
export type PasskeyResponse = z.output<typeof passkeyResponse>

const passkeyChallenge = z.object({
  challenge_id: challengeId,
  options: publicKeyOptions.describe('For the browser, as JSON.'),
})

export const factors = c.router({
  challengeSecondFactor: endpoint('POST /auth/second-factor/challenge', {
    access: 'account',
    open_to_unfinished: true,
    summary: 'Ask for a code by SMS, or for a passkey',
    description:
      'Sends a code to the phone, or answers what the browser needs to ask for a passkey. An authenticator app and recovery codes need no challenge.',
    refuses: ['mfa_factor_not_found', 'phone_provider_disabled'],
    body: z.object({
      method: z.enum(['phone', 'passkey']).describe('The second factor.'),
      factor_id: id.describe('Of several phones, or one that is not verified yet.').optional(),
    }),
    responses: {
      200: z.object({
        challenge_id: challengeId,
        expires_at: timestamp,
        options: publicKeyOptions.describe('For the browser, as JSON. Null for a phone.').nullable(),
      }),
    },
  }),
  verifySecondFactor: endpoint('POST /auth/second-factor', {
    access: 'account',
    open_to_unfinished: true,
    summary: 'Finish signing in with a second factor, or finish adding one',
    description:
      'Answers a new access token and replaces the refresh cookie. Verifying a factor for the first time adds it to the account. Other sessions that have not passed a second factor end.',
    refuses: [
      'insufficient_aal',
      'mfa_verification_failed',
      'mfa_challenge_expired',
      'mfa_factor_not_found',
      'passkey_refused',
    ],
    refresh_cookie: 'sets',
    body: z.object({
      method: z.enum(['totp', 'phone', 'recovery', 'passkey']).describe('The second factor.'),
      code: code.describe('Of an app or SMS, or a recovery code.').optional(),
      factor_id: id.describe('A factor that is being added. Without it any of the account.').optional(),
      challenge_id: challengeId.describe('Of a code by SMS or a passkey.').optional(),
      response: passkeyResponse.optional(),
    }),
    responses: { 200: sessionToken },
  }),
  getPasskeyOptions: endpoint('POST /auth/passkey/options', {
    access: 'open',
    summary: 'Begin to sign in with a passkey',
    description: 'Says nothing about any account: the browser shows the passkeys it has.',
    body: c.noBody(),
    responses: { 200: passkeyChallenge },
  }),
  verifyPasskey: endpoint('POST /auth/passkey/verify', {
    access: 'open',
    summary: 'Sign in with a passkey',
    description:
      'Answers an access token and sets the refresh cookie, as a password does. A passkey is both factors at once.',
    refuses: ['passkey_refused', 'mfa_challenge_expired', 'account_disabled'],
    refresh_cookie: 'sets',
    body: z.object({ challenge_id: challengeId, response: passkeyResponse }),
    responses: { 200: sessionToken },
  }),
  listFactors: endpoint('GET /api/account/factors', {
    access: 'account',
    open_to_unfinished: true,
    summary: 'List second factors, passkeys and what is left of the recovery codes',
    description: 'Of the account that the access token belongs to.',
    responses: {
      200: z.object({
        factors: z.array(factor).describe('Oldest first.'),
        passkeys: z.array(passkey).describe('Oldest first.'),
        recovery_codes_left: z
          .int()
          .meta({ description: 'Recovery codes that have not been used.', examples: [8] }),
        is_phone_available: z.boolean().describe('Whether this installation sends codes by SMS.'),
      }),
    },
  }),
  enrolFactor: endpoint('POST /api/account/factors', {
    access: 'account',
    proof: 'always',
    summary: 'Begin to add a second factor',
    description:
      'It counts after a first code was verified, with `POST /auth/second-factor` and its `factor_id`. An account that has a second factor must have passed it.',
    refuses: [
      'mfa_factor_name_conflict',
      'too_many_enrolled_mfa_factors',
      'phone_provider_disabled',
      'number_not_allowed',
      'insufficient_aal',
    ],
    body: z.object({
      factor_type: z.enum(['totp', 'phone']).describe('An authenticator app, or codes by SMS.'),
      friendly_name: line(100).meta(friendlyName).optional(),
      phone: phone
        .meta({ description: 'With its country code, for codes by SMS.', examples: ['+46 70 123 45 67'] })
        .optional(),
    }),
    responses: { 201: enrolledFactor },
  }),
  removeFactor: endpoint('DELETE /api/account/factors/:id', {
    access: 'account',
    proof: 'always',
    summary: 'Remove a second factor',
    description: 'With the last one the recovery codes go too.',
    refuses: ['mfa_factor_not_found', 'insufficient_aal'],
    pathParams: z.object({ id }),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  }),
  createRecoveryCodes: endpoint('POST /api/account/recovery-codes', {
    access: 'account',
    proof: 'always',
    summary: 'Make new recovery codes',
    description:
      'Ten codes, each of which passes for a second factor once. They are shown only here; those made before are no longer valid.',
    refuses: ['insufficient_aal'],
    body: c.noBody(),
    responses: {
      201: z.object({
        codes: z
          .array(
            z
              .string()
              .meta({ description: 'A recovery code.', examples: ['k3m9-x7qd-p2wf-h5tn-c8rv-j4yb-6z'] }),
          )
          .describe('Ten of them.'),
      }),
    },
  }),
  getNewPasskeyOptions: endpoint('POST /api/account/passkey-options', {
    access: 'account',
    proof: 'always',
    summary: 'Begin to add a passkey',
    description: 'Answers what the browser needs to make one.',
    refuses: ['too_many_enrolled_mfa_factors', 'insufficient_aal'],
    body: c.noBody(),
    responses: { 200: passkeyChallenge },
  }),
  addPasskey: endpoint('POST /api/account/passkeys', {
    access: 'account',
    proof: 'always',
    summary: 'Add a passkey',
    description: 'With what the browser made of the options.',
    refuses: ['passkey_refused', 'mfa_challenge_expired', 'insufficient_aal'],
    body: z.object({
      challenge_id: challengeId,
      response: newPasskeyResponse,
      friendly_name: line(100).meta(friendlyName).optional(),
    }),
    responses: { 201: passkey },
  }),
  renamePasskey: endpoint('PUT /api/account/passkeys/:id', {
    access: 'account',
    summary: 'Rename a passkey',
    description: 'Only in the list: the browser keeps its own name.',
    refuses: ['mfa_factor_not_found'],
    pathParams: z.object({ id }),
    body: z.object({ friendly_name: requiredLine(100).meta(friendlyName) }),
    responses: { 200: passkey },
  }),
  removePasskey: endpoint('DELETE /api/account/passkeys/:id', {
    access: 'account',
    proof: 'always',
    summary: 'Remove a passkey',
    description: 'It no longer signs in. With the last second factor the recovery codes go too.',
    refuses: ['mfa_factor_not_found', 'insufficient_aal'],
    pathParams: z.object({ id }),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  }),
})

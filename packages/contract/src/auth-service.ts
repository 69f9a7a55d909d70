import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { authSession, authUser } from './auth-user.ts'
import { endpoint } from './endpoint.ts'
import { errorBody } from './errors.ts'
import { enrolledFactor } from './factors.ts'
import { about, id, line, loginEmail, phone } from './fields.ts'

/*
 * Shapes of the public JavaScript auth client (D10), which call the use cases of `session` and `factors`. Unknown
 * fields are ignored, because the client sends fields of its own.
 */

const c = initContract()

/**
 * Body of D2 with the fields that different versions of the client read: `code` or `error_code`, `msg` or `message`.
 * A refusal before routing has only the fields of D2.
 */
export const authErrorBody = errorBody
  .extend({
    error_code: z
      .string()
      .meta({ description: 'The same as `code`.', examples: ['bad_jwt'] })
      .optional(),
    message: z
      .string()
      .meta({ description: 'The same as `error`.', examples: ['Please sign in.'] })
      .optional(),
    msg: z
      .string()
      .meta({ description: 'The same as `error`.', examples: ['Please sign in.'] })
      .optional(),
    weak_password: z
      .object({ reasons: z.array(z.enum(['length', 'pwned'])).describe('Too short or long; easy to guess.') })
      .describe('With `weak_password`.')
      .optional(),
  })
  .meta({ id: 'AuthError' })

export type AuthErrorBody = z.infer<typeof authErrorBody>

/** Accepts any value: each grant checks the fields that it uses. */
const maybe = (description: string, example: string, max = 1_000) =>
  z
    .string()
    .max(max)
    .meta({ description, examples: [example] })
    .nullish()

const codeChallenge = maybe(
  'PKCE: the SHA-256 of the verifier, in base64url.',
  'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
)
const codeChallengeMethod = maybe('PKCE: `s256`.', 's256')
const redirectTo = maybe(
  'Where the link leads: an address of this installation or of an allowed origin.',
  'https://muster.example/reset-password',
  2_000,
)
const captcha = z.looseObject({}).describe('The token of a captcha. Accepted, and not needed.').nullish()
const provider = maybe('Name of an OAuth provider.', 'github')

export const authService = c.router({
  grantToken: endpoint('POST /auth/v1/token', {
    access: 'open',
    summary: 'Start or renew a session',
    description:
      'With an e-mail address and a password, a refresh token, or the code of a link and its verifier. A refresh is never answered 429.',
    refuses: [
      'invalid_credentials',
      'account_disabled',
      'refresh_token_not_found',
      'refresh_token_already_used',
      'session_not_found',
      'session_expired',
      'flow_state_not_found',
      'flow_state_expired',
      'bad_code_verifier',
    ],
    query: z.object({
      grant_type: z.enum(['password', 'refresh_token', 'pkce']).describe('What the body has.'),
    }),
    body: z.looseObject({
      email: loginEmail.meta({ ...about.email, description: 'Of `password`.' }).nullish(),
      password: maybe('Of `password`.', 'three blue bikes'),
      refresh_token: maybe('Of `refresh_token`.', 'AZsvbkwafSCfPlprfI2eDwbV1bY0l1mZ8mC2nq0uQyE'),
      auth_code: maybe('Of `pkce`: the `code` of the link.', 'AZsvbkwafSCfPlprfI2eDwbV1bY0l1mZ8mC2nq0uQyE'),
      code_verifier: maybe('Of `pkce`.', 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'),
      gotrue_meta_security: captcha,
    }),
    responses: { 200: authSession },
  }),
  recover: endpoint('POST /auth/v1/recover', {
    access: 'open',
    summary: 'Send a link to set a new password',
    description: 'The answer is the same whether the account exists or not.',
    query: z.object({ redirect_to: redirectTo }),
    body: z.looseObject({
      email: loginEmail.meta(about.email),
      code_challenge: codeChallenge,
      code_challenge_method: codeChallengeMethod,
      gotrue_meta_security: captcha,
    }),
    responses: { 200: z.object({}) },
  }),
  logout: endpoint('POST /auth/v1/logout', {
    access: 'account',
    open_to_unfinished: true,
    summary: 'End sessions',
    description: 'All of the account (`global`), this one (`local`), or all but this one (`others`).',
    refuses: ['session_not_found'],
    query: z.object({
      scope: z.enum(['global', 'local', 'others']).describe('Without it `global`.').optional(),
    }),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  }),
  getUser: endpoint('GET /auth/v1/user', {
    access: 'account',
    open_to_unfinished: true,
    summary: 'Get the account',
    description: 'The account that the access token belongs to.',
    refuses: ['session_not_found'],
    responses: { 200: authUser },
  }),
  updateUser: endpoint('PUT /auth/v1/user', {
    access: 'account',
    proof: 'without_password',
    summary: 'Change the password',
    description:
      'All other sessions end. Without the current password the session must have begun within the last 24 hours.',
    refuses: [
      'session_not_found',
      'weak_password',
      'same_password',
      'current_password_wrong',
      'insufficient_aal',
    ],
    body: z.looseObject({
      password: maybe('The new password.', 'three blue bikes'),
      current_password: maybe('The present one.', 'two red boats'),
    }),
    responses: { 200: authUser },
  }),
  authorizeIdentity: endpoint('GET /auth/v1/user/identities/authorize', {
    access: 'account',
    summary: 'Begin to link an OAuth identity',
    description: 'No provider is switched on.',
    refuses: ['session_not_found', 'provider_disabled'],
    query: z.object({ provider }),
    responses: { 200: z.object({ url: z.string().meta({ description: 'Where to go.', examples: [''] }) }) },
  }),
  unlinkIdentity: endpoint('DELETE /auth/v1/user/identities/:id', {
    access: 'account',
    summary: 'Unlink an identity',
    description: 'The last one cannot be unlinked.',
    refuses: ['session_not_found', 'identity_not_found', 'single_identity_not_deletable'],
    pathParams: z.object({ id }),
    body: c.noBody(),
    responses: { 200: z.object({}) },
  }),
  authorize: endpoint('GET /auth/v1/authorize', {
    access: 'open',
    summary: 'Sign in with an OAuth provider',
    description: 'No provider is switched on: leads back with `error_code=provider_disabled`.',
    query: z.object({ provider, redirect_to: redirectTo }),
    responses: { 302: c.noBody() },
  }),
  enrolFactor: endpoint('POST /auth/v1/factors', {
    access: 'account',
    proof: 'always',
    summary: 'Begin to add a second factor',
    description: 'It counts after a first code was verified.',
    refuses: [
      'session_not_found',
      'mfa_factor_name_conflict',
      'too_many_enrolled_mfa_factors',
      'phone_provider_disabled',
      'number_not_allowed',
    ],
    body: z.looseObject({
      factor_type: z.enum(['totp', 'phone']).describe('An authenticator app, or codes by SMS.'),
      friendly_name: line(100)
        .meta({ description: 'What its owner calls it.', examples: ['My phone'] })
        .nullish(),
      issuer: line(100)
        .meta({
          description: 'Shown by authenticator apps. Without it the name of this installation.',
          examples: ['Muster'],
        })
        .nullish(),
      phone: phone.meta({ ...about.phone, description: 'With its country code, for `phone`.' }).nullish(),
    }),
    responses: { 200: enrolledFactor },
  }),
  removeFactor: endpoint('DELETE /auth/v1/factors/:id', {
    access: 'account',
    proof: 'always',
    summary: 'Remove a second factor',
    description: 'A verified one needs a session that has passed a second factor.',
    refuses: ['session_not_found', 'mfa_factor_not_found'],
    pathParams: z.object({ id }),
    body: c.noBody(),
    responses: { 200: z.object({ id }) },
  }),
  challengeFactor: endpoint('POST /auth/v1/factors/:id/challenge', {
    access: 'account',
    open_to_unfinished: true,
    summary: 'Begin to verify a second factor',
    description: 'Sends the code, for `phone`. The challenge lives for 5 minutes and serves once.',
    refuses: ['session_not_found', 'mfa_factor_not_found', 'phone_provider_disabled'],
    pathParams: z.object({ id }),
    body: z.looseObject({ channel: maybe('Always `sms`.', 'sms') }).nullish(),
    responses: {
      200: z.object({
        id,
        type: z.enum(['totp', 'phone']).describe('Of the factor.'),
        expires_at: z.int().meta({ description: 'In seconds since 1970.', examples: [1_813_000_000] }),
      }),
    },
  }),
  verifyFactor: endpoint('POST /auth/v1/factors/:id/verify', {
    access: 'account',
    open_to_unfinished: true,
    summary: 'Verify a second factor',
    description: 'Answers the session with the level `aal2`. Weaker sessions of the account end.',
    refuses: [
      'session_not_found',
      'mfa_factor_not_found',
      'mfa_challenge_expired',
      'mfa_verification_failed',
    ],
    pathParams: z.object({ id }),
    body: z.looseObject({
      challenge_id: id.describe('Of the challenge.'),
      code: z
        .string()
        .max(40)
        .meta({ description: 'The code.', examples: ['123456'] }),
    }),
    responses: { 200: authSession },
  }),
})

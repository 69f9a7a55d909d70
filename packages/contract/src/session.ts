import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { about, email, id, loginEmail, optionalName, timestamp } from './fields.ts'

const c = initContract()

/** Answer to a sign-in, without the refresh token, which is sent in a cookie (D7). */
export const sessionToken = z
  .object({
    token: z.string().meta({
      description: 'Access token (a JWT) for the header `Authorization: Bearer`. Valid for 15 minutes.',
      examples: ['eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIwMTliIn0.c2lnbmF0dXJl'],
    }),
    expires_in: z.int().meta({ description: 'Seconds until the access token expires.', examples: [900] }),
    second_factors: z.array(z.enum(['totp', 'phone', 'passkey', 'recovery'])).meta({
      description:
        'With what the sign-in can be finished (`POST /auth/second-factor`). Until then the token opens nothing else. Empty: it is finished.',
      examples: [[]],
    }),
  })
  .meta({ id: 'SessionToken' })

export const account = z
  .object({
    email: z.string().meta(about.email),
    name: z.string().meta(about.account_name).nullable(),
    ends_at: timestamp
      .describe('When the account will be deleted (ISO 8601, UTC). Null while it is not being ended.')
      .nullable(),
    password_changed_at: timestamp
      .describe('When the password was set last (ISO 8601, UTC). Null: before that was recorded.')
      .nullable(),
  })
  .meta({ id: 'Account' })

export type Account = z.infer<typeof account>

/** D7 */
const openSession = z
  .object({
    id,
    created_at: timestamp.describe('When it began with a sign-in (ISO 8601, UTC).'),
    last_used_at: timestamp.describe('When its tokens were renewed last (ISO 8601, UTC).'),
    browser: z
      .string()
      .meta({ description: 'Name of the browser. Null: unknown.', examples: ['Firefox'] })
      .nullable(),
    system: z
      .string()
      .meta({ description: 'Name of its operating system. Null: unknown.', examples: ['Windows'] })
      .nullable(),
    is_current: z.boolean().describe('Whether it is the session of this call.'),
  })
  .meta({ id: 'Session' })

const newPassword = z
  .string()
  .max(1_000)
  .meta({
    description: 'The new password: 12 to 200 characters, not a common one.',
    examples: ['three blue bikes'],
  })

export const session = c.router({
  login: endpoint('POST /auth/login', {
    access: 'open',
    summary: 'Sign in with e-mail and password',
    description:
      'Answers an access token and sets the refresh cookie. An unknown address and a wrong password are refused alike.',
    refuses: ['invalid_credentials', 'account_disabled'],
    refresh_cookie: 'sets',
    // The maximum exceeds that of D8, so that a long wrong password is refused like a short one.
    body: z.object({
      email: loginEmail.meta(about.email),
      password: z
        .string()
        .max(1_000)
        .meta({ description: 'The password of the account.', examples: ['three blue bikes'] }),
    }),
    responses: { 200: sessionToken },
  }),
  refresh: endpoint('POST /auth/refresh', {
    access: 'open',
    summary: 'Get a new access token for the refresh cookie',
    description:
      'The cookie is replaced; an older one that is used again ends the session. Without a cookie the answer is 204: nobody is signed in.',
    refuses: ['session_invalid', 'origin_forbidden'],
    refresh_cookie: 'reads',
    body: c.noBody(),
    responses: { 200: sessionToken, 204: c.noBody() },
  }),
  logout: endpoint('POST /auth/logout', {
    access: 'open',
    summary: 'End the session',
    description: 'Ends the session of the access token and of the refresh cookie, and clears the cookie.',
    refuses: ['origin_forbidden'],
    refresh_cookie: 'reads',
    body: c.noBody(),
    responses: { 204: c.noBody() },
  }),
  requestPasswordReset: endpoint('POST /auth/request-password-reset', {
    access: 'open',
    summary: 'Send a link to set a new password',
    description:
      'The answer is the same whether the account exists or not. The link is valid for 60 minutes.',
    body: z.object({ email }),
    responses: { 204: c.noBody() },
  }),
  resetPassword: endpoint('POST /auth/reset-password', {
    access: 'open',
    summary: 'Set a new password with the link from the e-mail',
    description: 'The link works once. All other sessions of the account end.',
    refuses: ['reset_link_invalid', 'password_too_long', 'password_weak'],
    body: z.object({
      token: z
        .string()
        .max(200)
        .meta({
          description: 'The token of the link in the e-mail.',
          examples: ['AZsvbkwafSCfPlprfI2eDwbV1bY0l1mZ8mC2nq0uQyE'],
        }),
      password: newPassword,
    }),
    responses: { 204: c.noBody() },
  }),
  getAccount: endpoint('GET /api/account', {
    access: 'account',
    open_to_unfinished: true,
    summary: "Get the caller's account",
    description: 'The account that the access token belongs to.',
    responses: { 200: account },
  }),
  changeAccount: endpoint('PUT /api/account', {
    access: 'account',
    summary: "Change the account's name",
    description: 'The members of its organizations see it beside the e-mail address.',
    body: z.object({ name: optionalName.meta(about.account_name) }),
    responses: { 200: account },
  }),
  endAccount: endpoint('POST /api/account/end', {
    access: 'account',
    proof: 'always',
    summary: 'End the account after the notice of the terms',
    description:
      'The account is deleted at `ends_at`. Until then it can be kept. Refused while all other owners of an organization are disabled: it would be left without one who can act.',
    refuses: ['last_owner'],
    body: c.noBody(),
    responses: { 200: account },
  }),
  keepAccount: endpoint('POST /api/account/keep', {
    access: 'account',
    summary: 'Keep an account that is being ended',
    description: 'Takes back `POST /api/account/end`. Changes nothing of an account that is not being ended.',
    body: c.noBody(),
    responses: { 200: account },
  }),
  changePassword: endpoint('POST /api/account/password', {
    access: 'account',
    summary: 'Change the password',
    description: 'All other sessions of the account end. The account is told by e-mail.',
    refuses: ['current_password_wrong', 'password_too_long', 'password_weak', 'same_password'],
    body: z.object({
      current_password: z
        .string()
        .max(1_000)
        .meta({ description: 'The present password.', examples: ['two red boats'] }),
      password: newPassword,
    }),
    responses: { 204: c.noBody() },
  }),
  listSessions: endpoint('GET /api/account/sessions', {
    access: 'account',
    summary: "List the account's sessions",
    description: 'Those that have not ended, the one used last first.',
    responses: { 200: z.object({ sessions: z.array(openSession).describe('By their last use.') }) },
  }),
  endSession: endpoint('DELETE /api/account/sessions/:id', {
    access: 'account',
    proof: 'always',
    summary: "End one of the account's sessions",
    description: 'It is refused at once.',
    pathParams: z.object({ id }),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  }),
  endOtherSessions: endpoint('POST /api/account/end-other-sessions', {
    access: 'account',
    proof: 'always',
    summary: "End all of the account's sessions but this one",
    description: 'They are refused at once.',
    body: c.noBody(),
    responses: { 204: c.noBody() },
  }),
})

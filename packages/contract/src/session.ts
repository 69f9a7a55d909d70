import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { email } from './fields.ts'
import { routes } from './routes.ts'

const c = initContract()

/** An access token; the refresh token travels in a cookie (D7). */
export const sessionToken = z.object({
  token: z.string(),
  /** Seconds until the access token expires. */
  expires_in: z.int(),
})

export const account = z.object({
  email: z.string(),
  /** When the account will be deleted; null while it is not being ended. */
  ends_at: z.string().nullable(),
})

export type Account = z.infer<typeof account>

export const session = c.router({
  login: {
    ...routes.session.login,
    summary: 'Sign in with e-mail and password',
    // Above the limit of D8: a long wrong password gets the same answer as any other.
    body: z.object({ email: z.string().max(254), password: z.string().max(1_000) }),
    responses: { 200: sessionToken },
  },
  refresh: {
    ...routes.session.refresh,
    summary: 'Get a new access token for the refresh cookie; nothing where there is no cookie',
    body: c.noBody(),
    responses: { 200: sessionToken, 204: c.noBody() },
  },
  logout: {
    ...routes.session.logout,
    summary: 'End the session',
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
  requestPasswordReset: {
    ...routes.session.requestPasswordReset,
    summary: 'Send a link to set a new password, if the account exists',
    body: z.object({ email }),
    responses: { 204: c.noBody() },
  },
  resetPassword: {
    ...routes.session.resetPassword,
    summary: 'Set a new password with the link from the e-mail',
    body: z.object({ token: z.string().max(200), password: z.string().max(1_000) }),
    responses: { 204: c.noBody() },
  },
  getAccount: {
    ...routes.session.getAccount,
    summary: "The caller's account",
    responses: { 200: account },
  },
  endAccount: {
    ...routes.session.endAccount,
    summary: 'End the account after the notice of the terms (D24); until then it can be kept',
    body: c.noBody(),
    responses: { 200: account },
  },
  keepAccount: {
    ...routes.session.keepAccount,
    summary: 'Keep an account that is being ended',
    body: c.noBody(),
    responses: { 200: account },
  },
})

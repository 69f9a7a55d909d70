/* A password alone does not finish the sign-in of an account that has a second factor (D7). */

/** Calls open to a session before its second step: finish, log out, and read its own account. */
const OPEN_TO_UNFINISHED = new Set([
  'GET /api/account',
  'GET /api/account/factors',
  'POST /auth/second-factor/challenge',
  'POST /auth/second-factor',
  'GET /auth/v1/user',
  'POST /auth/v1/logout',
  'POST /auth/v1/factors/:id/challenge',
  'POST /auth/v1/factors/:id/verify',
])

export function isOpenToUnfinished(method: string, path: string): boolean {
  return OPEN_TO_UNFINISHED.has(`${method === 'HEAD' ? 'GET' : method} ${path}`)
}

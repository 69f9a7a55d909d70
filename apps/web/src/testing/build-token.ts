import type { IssuedToken } from '../api/credentials.ts'

/** Unsigned; `exp` in seconds since epoch. */
export function buildToken(exp: number, mark = ''): string {
  const claims = { sub: 'user-1', user_id: 'user-1', email: 'demo@muster.example', exp, mark }
  return `e30.${btoa(JSON.stringify(claims))}.`
}

/** Seconds since epoch. */
export function inSeconds(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds
}

let lastIssued = 0

/** With factors the sign-in is not finished. Each is another token. */
export function buildIssued(...second_factors: IssuedToken['second_factors']): IssuedToken {
  lastIssued += 1
  return { token: buildToken(inSeconds(900), String(lastIssued)), expires_in: 900, second_factors }
}

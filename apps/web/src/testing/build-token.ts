import type { IssuedToken } from '../api/credentials.ts'

/** Builds an unsigned token. `exp` is in seconds since the epoch. */
export function buildToken(exp: number, mark = ''): string {
  const claims = { sub: 'user-1', user_id: 'user-1', email: 'demo@muster.example', exp, mark }
  return `e30.${btoa(JSON.stringify(claims))}.`
}

/** Returns a time in seconds since the epoch. */
export function inSeconds(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds
}

let lastIssued = 0

/** Builds a new token at each call. If factors are given, the sign-in is not finished. */
export function buildIssued(...second_factors: IssuedToken['second_factors']): IssuedToken {
  lastIssued += 1
  return { token: buildToken(inSeconds(900), String(lastIssued)), expires_in: 900, second_factors }
}

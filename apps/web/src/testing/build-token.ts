/** Unsigned; `exp` in seconds since epoch. */
export function buildToken(exp: number, mark = ''): string {
  const claims = { sub: 'user-1', user_id: 'user-1', email: 'demo@muster.example', exp, mark }
  return `e30.${btoa(JSON.stringify(claims))}.`
}

/** Seconds since epoch. */
export function inSeconds(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds
}

/** Columns of an event that open and close its sign-up (D49). */
export type SignupWindow = {
  signup_opens_at: string | null
  signup_closes_at: string | null
  archived: boolean
}

/** D49: the opening is inclusive, and nothing opens what has closed. */
export function signupStateOf(
  { signup_opens_at, signup_closes_at, archived }: SignupWindow,
  now: string,
): 'not_open' | 'open' | 'closed' {
  if (archived || (signup_closes_at !== null && Date.parse(signup_closes_at) <= Date.parse(now)))
    return 'closed'
  return signup_opens_at !== null && Date.parse(now) < Date.parse(signup_opens_at) ? 'not_open' : 'open'
}

import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { eventIdHeader, publicShift } from './events.ts'
import { email, id, idempotencyHeaders, phone, publicName } from './fields.ts'
import { because } from './issues.ts'
import { routes } from './routes.ts'
import { terms } from './terms.ts'

const c = initContract()

export const signupBody = z.object({
  first_name: publicName,
  last_name: publicName,
  email,
  /** E.164; the page prepends the chosen country's calling code (D23). */
  phone,
  /** Sent by the contact form; must equal the path's. */
  shift_id: id.optional(),
  /** D24: default the current version. */
  terms_version: z.enum(terms.known_versions, because('not_version')).optional(),
})

export const signedUp = z.object({
  assignment_id: id,
  shift: publicShift,
  calendar_url: z.string(),
})

export type SignedUp = z.infer<typeof signedUp>

export const signup = c.router({
  signUp: {
    ...routes.signup.signUp,
    summary: 'Take a place on a shift (D11–D16)',
    pathParams: z.object({ shiftId: id }),
    headers: { ...idempotencyHeaders, ...eventIdHeader },
    body: signupBody,
    responses: { 201: signedUp },
  },
  getSignupCalendar: {
    ...routes.signup.getSignupCalendar,
    summary: 'The calendar entry of a sign-up: `{signed id}.ics` (D26)',
    pathParams: z.object({ file: z.string().max(100) }),
    responses: { 200: c.otherResponse({ contentType: 'text/calendar; charset=utf-8', body: z.string() }) },
  },
})

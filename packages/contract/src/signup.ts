import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { calendarFile, eventIdHeader, publicShift } from './events.ts'
import { about, email, id, idempotencyHeaders, phone, publicName } from './fields.ts'
import { because } from './issues.ts'
import { refuses } from './refusals.ts'
import { routes } from './routes.ts'
import { terms } from './terms.ts'

const c = initContract()

export const signupBody = z
  .object({
    first_name: publicName.meta(about.first_name),
    last_name: publicName.meta(about.last_name),
    email,
    /** The page prepends the chosen country's calling code (D23). */
    phone: phone.meta({
      description: 'Phone number with its country code.',
      examples: about.phone.examples,
    }),
    shift_id: id.describe('Must equal the id in the path.').optional(),
    terms_version: z
      .enum(terms.known_versions, because('not_version'))
      .describe('The version of the terms that was accepted. Without it the current one.')
      .optional(),
  })
  .meta({ id: 'SignUp' })

export const signedUp = z
  .object({
    assignment_id: id.describe('The place that was taken.'),
    shift: publicShift,
    calendar_url: z.string().meta({
      description: 'Address of the calendar file.',
      format: 'uri',
      examples: ['https://muster.example/calendar/AZsvbkwafSCfPlprfI2eDwbV1bY0l1mZ8mC2nq0uQyE.ics'],
    }),
  })
  .meta({ id: 'SignedUp' })

export type SignedUp = z.infer<typeof signedUp>

export const signup = c.router({
  signUp: {
    ...routes.signup.signUp,
    summary: 'Take a place on a shift',
    description:
      'For volunteers, without an account. The person gets a confirmation by e-mail. The refusals are asked in this order: not found, over, full, already signed up, conflict.',
    metadata: refuses(
      'shift_not_found',
      'shift_over',
      'shift_full',
      'already_signed_up',
      'schedule_conflict',
    ),
    pathParams: z.object({ shiftId: id.describe('The shift.') }),
    headers: { ...idempotencyHeaders, ...eventIdHeader },
    body: signupBody,
    responses: { 201: signedUp },
  },
  getSignupCalendar: {
    ...routes.signup.getSignupCalendar,
    summary: 'Get the calendar entry of a sign-up',
    description: 'Public data only. Closed 30 days after the shift.',
    metadata: refuses('link_invalid'),
    pathParams: z.object({
      file: z
        .string()
        .max(100)
        .meta({
          description: 'The file of `calendar_url`: a signed id and `.ics`.',
          examples: ['AZsvbkwafSCfPlprfI2eDwbV1bY0l1mZ8mC2nq0uQyE.ics'],
        }),
    }),
    responses: { 200: c.otherResponse({ contentType: 'text/calendar; charset=utf-8', body: calendarFile }) },
  },
})

import { z } from 'zod'
import { about, id, timestamp } from './fields.ts'
import { organizerContact, publicOrganization } from './organizations.ts'
import { questions } from './questions.ts'

/** Part of a volunteer's name that the public page shows (D22). */
export const publicNames = z.enum(['full', 'initial', 'hidden']).meta({
  id: 'PublicNames',
  description:
    'What the public page shows of volunteers: `full` names, the `initial` of the last name, or `hidden` (counts only).',
})
export type PublicNames = z.infer<typeof publicNames>

/** D44 */
export const waitingListOn = z.boolean().describe('Whether volunteers can wait for a place on a full shift.')

/** D50 */
export const maxShifts = z.int().meta({
  description: 'How many shifts of the event one person can take by signing up. Null: any number.',
  examples: [3],
})

/** D50 */
export const minAge = z.int().meta({
  description: 'How old a volunteer must be. Null: any age.',
  examples: [18],
})

export const asksFirst = z
  .boolean()
  .describe('Whether signing up asks for a place, which an organizer then gives (D52, D53).')

/** D49 */
export const lateSignup = z
  .boolean()
  .describe(
    'Whether sign-up for a shift is open until its end, unless an organizer answers first. Otherwise it closes when the shift starts.',
  )

/** D49 */
export const signupWindow = {
  signup_opens_at: timestamp
    .meta({
      description: 'When sign-up opens. Null: it is open from the start.',
      examples: ['2027-05-01T06:00:00.000Z'],
    })
    .nullable(),
  signup_closes_at: timestamp
    .meta({
      description: 'When sign-up closes. Null: with each shift.',
      examples: ['2027-06-18T16:00:00.000Z'],
    })
    .nullable(),
  archived: z
    .boolean()
    .describe(
      'Whether the event is put away: it is in no choice, its sign-up is closed, and nothing of it can be changed.',
    ),
}

/** D49 */
export const givenLinkKey = z
  .string()
  .max(100)
  .meta({
    description:
      'The `link_key` of the event: with it shifts that are only by link exist. Another is ignored.',
    examples: ['5f0c8e0d3b1a4f6c9d2e7a8b1c3d5e7f'],
  })
  .optional()

/** D22 */
export const publicPerson = z
  .object({
    person_id: id.describe('Id of the assignment: nobody can be followed from event to event.'),
    first_name: z.string().meta(about.first_name),
    last_name: z.string().meta({
      description: 'Family name, or its initial, as the event shows it.',
      examples: about.last_name.examples,
    }),
  })
  .meta({ id: 'PublicPerson', description: 'A volunteer as the public page names them.' })

const spotsLeft = z.int().meta({ description: 'Places that are free; never below 0.', examples: [3] })

export const publicShift = z
  .object({
    id,
    role_id: id.describe('The role.'),
    start_dt: timestamp.meta(about.start_dt),
    end_dt: timestamp.meta(about.end_dt),
    required_qty: z.int().meta(about.required_qty),
    spots_left: spotsLeft,
    assigned_count: z.int().meta({ description: 'How many people have confirmed.', examples: [1] }),
    assigned_people: z.array(publicPerson).describe('Those people; empty where the event hides names.'),
  })
  .meta({ id: 'PublicShift', description: 'A shift as volunteers see it.' })

export type PublicShift = z.infer<typeof publicShift>

export const publicEvent = z
  .object({
    id,
    name: z.string().meta(about.event_name),
    description: z.string().meta(about.event_description).nullable(),
    notes: z.string().meta(about.event_notes).nullable(),
    location: z.string().meta(about.location).nullable(),
    event_date_start: timestamp.meta(about.event_date_start),
    event_date_end: timestamp.meta(about.event_date_end),
    time_zone: z.string().meta(about.time_zone),
    public_names: publicNames,
    waiting_list: waitingListOn,
    late_signup: lateSignup,
    max_shifts: maxShifts.nullable(),
    ...signupWindow,
    questions,
    organization: publicOrganization,
    contact: organizerContact,
    as_of: timestamp.describe('When this was read (ISO 8601, UTC). Drop what is older than what you have.'),
    roles: z
      .array(
        z
          .object({
            id,
            name: z.string().meta(about.role_name),
            description: z.string().meta(about.role_description).nullable(),
            min_age: minAge.nullable(),
            asks_first: asksFirst,
            shifts: z.array(publicShift).describe('By start.'),
          })
          .meta({ id: 'PublicRole' }),
      )
      .describe('The roles that have shifts.'),
  })
  .meta({ id: 'PublicEvent', description: 'An event as volunteers see it.' })

export type PublicEvent = z.infer<typeof publicEvent>

/** Header that names the event of a public request. The specification's client sends it; our API does not read it. */
export const eventIdHeader = {
  'event-id': z
    .string()
    .max(100)
    .meta({ description: 'Accepted and not used.', examples: ['019b2f6e-4c1a-7d20-9f3e-5a6b7c8d9e01'] })
    .optional(),
}

/** D26 */
export const calendarFile = z.string().meta({
  description: 'iCalendar (RFC 5545).',
  examples: [
    'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Muster//EN\r\nBEGIN:VEVENT\r\nUID:1\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
  ],
})

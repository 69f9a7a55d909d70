import { z } from 'zod'
import { about, id, timestamp } from './fields.ts'
import { assignment, shift } from './shifts.ts'
import { offerExpiresAt } from './waiting-list.ts'

/** What a person's page shows beside the person. */
export const personDetails = {
  created_at: timestamp.describe('When the person was added (ISO 8601, UTC).'),
  usual_answer_minutes: z
    .int()
    .nonnegative()
    .meta({
      description: 'Median of the minutes between an invitation and its answer. Null: none was answered.',
      examples: [240],
    })
    .nullable(),
  years: z
    .array(
      z.object({
        year: z
          .int()
          .meta({ description: 'Calendar year, in the zone of the organization.', examples: [2027] }),
        planned_minutes: z
          .int()
          .nonnegative()
          .meta({
            description:
              'Minutes of the shifts that begin in it and on which the person is CONFIRMED or ABSENT (D56).',
            examples: [690],
          }),
      }),
    )
    .describe('Years with such shifts, newest first.'),
  shifts: z
    .array(shift.extend({ assignment: z.array(assignment).describe('The assignment of the person alone.') }))
    .describe('Shifts of all events to which the person is or was assigned, by start.'),
  waiting: z
    .array(
      z.object({
        id,
        shift_id: id.describe('The shift.'),
        status: z.enum(['WAITING', 'OFFERED']).describe('`OFFERED`: a place is held for the person.'),
        place: z.int().meta({ description: 'Place in line, from 1.', examples: [2] }),
        offer_expires_at: offerExpiresAt,
        role_name: z.string().meta(about.role_name),
        event_id: id.describe('The event.'),
        start_dt: timestamp.meta(about.start_dt),
        end_dt: timestamp.meta(about.end_dt),
      }),
    )
    .describe('Places in waiting lists, by start of the shift.'),
}

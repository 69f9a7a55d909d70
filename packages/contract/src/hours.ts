import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { about, id, language, timestamp } from './fields.ts'
import { reads } from './rules/route-access.ts'

const c = initContract()

const count = (description: string, example: number) =>
  z
    .int()
    .nonnegative()
    .meta({ description, examples: [example] })

/** D56 */
const figures = {
  shifts: count('Places on shifts: of people who have confirmed, or who did not come.', 7),
  worked_shifts: count('Those of them that were worked.', 5),
  planned_minutes: count('Minutes of all of them.', 1_890),
  worked_minutes: count('Minutes that were worked.', 1_350),
  absences: count('How often somebody did not come.', 1),
}

const people = count('How many people.', 12)

export const hours = z
  .object({
    total: z
      .object({ ...figures, people })
      .describe('Of everybody, also of people whose details have been erased (D33).'),
    people: z
      .array(
        z.object({
          id,
          first_name: z.string().meta(about.first_name),
          last_name: z.string().meta(about.last_name),
          child_team: z.string().meta(about.child_team).nullable(),
          ...figures,
        }),
      )
      .describe('In a stable order, without people whose details have been erased.'),
    roles: z
      .array(
        z.object({
          id,
          name: z.string().meta(about.role_name),
          event_id: id.describe('The event of the role.'),
          event_name: z.string().meta(about.event_name),
          people,
          ...figures,
        }),
      )
      .describe('In a stable order.'),
    events: z
      .array(z.object({ id, name: z.string().meta(about.event_name), people, ...figures }))
      .describe('By start.'),
    years: z
      .array(z.int().meta({ description: 'A year.', examples: [2027] }))
      .describe('In which the organization has shifts, latest first.'),
  })
  .meta({ id: 'Hours', description: 'Hours that were planned and worked.' })

export type Hours = z.infer<typeof hours>

export const workedShift = z
  .object({
    id: id.describe('The assignment.'),
    person: z
      .object({
        id,
        first_name: z.string().meta(about.first_name),
        last_name: z.string().meta(about.last_name),
        language: language.describe("Of messages to the person. Null: the organization's.").nullable(),
      })
      .describe('Who is on the shift.'),
    event: z
      .object({
        id,
        name: z.string().meta(about.event_name),
        time_zone: z.string().meta(about.time_zone),
      })
      .describe('The event of the shift.'),
    role: z.object({ id, name: z.string().meta(about.role_name) }).describe('The role of the shift.'),
    start_dt: timestamp.meta(about.start_dt),
    end_dt: timestamp.meta(about.end_dt),
    planned_minutes: count('Minutes of the shift.', 240),
    worked_minutes: count('Minutes that were worked: none before its end, and none of an absence.', 240),
    is_absence: z.boolean().describe('Whether the person did not come.'),
  })
  .meta({ id: 'WorkedShift', description: 'A place on a shift, with its hours.' })

export type WorkedShift = z.infer<typeof workedShift>

const hoursQuery = z.object({
  year: z.coerce
    .number()
    .int()
    .min(1)
    .max(9999)
    .meta({
      description: "Only shifts that start in this year, by the clock of the organization's time zone.",
      examples: [2027],
    })
    .optional(),
  event_id: id.describe('Only shifts of this event.').optional(),
  role_id: id.describe('Only shifts of this role.').optional(),
  tag_id: id.describe('Only people who have this tag.').optional(),
})

/** D56 */
export const workingHours = c.router({
  getHours: endpoint('GET /admin/hours', {
    access: reads,
    summary: 'Add up hours',
    description:
      'Planned and worked hours by person, role and event. A shift is planned for whoever has confirmed it or did not come. It is worked once it is over, by who has confirmed it and did not stay away.',
    query: hoursQuery,
    responses: { 200: hours },
  }),
  listWorkedShifts: endpoint('GET /admin/hours/shifts', {
    access: reads,
    summary: 'List the shifts that hours consist of',
    description: 'By start, without people whose details have been erased.',
    query: hoursQuery.extend({ person_id: id.describe('Only this person.').optional() }),
    responses: { 200: z.array(workedShift) },
  }),
})

import { z } from 'zod'
import { reminderHours } from './events.ts'
import { about, id, timestamp } from './fields.ts'
import { organizerContact, publicOrganization } from './organizations.ts'
import { aboutToken, assignmentStatus, offerEnded } from './shifts.ts'

/** D43 */
export const getsReminders = z
  .boolean()
  .describe('Whether the person is reminded of their shifts, where the event reminds.')

const shiftTimes = z.object({
  start_dt: timestamp.meta(about.start_dt),
  end_dt: timestamp.meta(about.end_dt),
})

export const stopped = z
  .boolean()
  .describe("Whether the person has opted out of the organization's messages.")

/** D39 */
const changeable = {
  change: z
    .enum(['cancel', 'take'])
    .describe(
      'What `POST /assignment/{token}/change` would do now: give the place up, or take the shift again after a no. Null: neither.',
    )
    .nullable(),
  cancel_until: timestamp
    .describe('Until when the person can give the place up by themselves (ISO 8601, UTC). Null: never.')
    .nullable(),
  // V1
  moved_from: shiftTimes
    .describe(
      'The times that the person agreed to before the shift moved. They are asked whether the new ones work. Null: they are not asked.',
    )
    .nullable(),
  confirm_by: timestamp
    .describe(
      'When the place is freed if they do not answer (ISO 8601, UTC). Null: it is kept, or they are not asked.',
    )
    .nullable(),
  freed_unanswered: z
    .boolean()
    .describe('Whether the place was freed because they did not answer. They can take it again.'),
  offer_ended: offerEnded.nullable(),
  // D39
  gave_up: z.boolean().describe('Whether the person has given the place up themselves, after a yes.'),
  // D58
  swap: z
    .object({
      url: z
        .string()
        .meta({
          description: 'Address of the link by which somebody else can take the place. Null: none was made.',
          examples: ['https://muster.example/swap/AZsvbkwafSCfPlprfI2eDwbV1bY0l1mZ8mC2nq0uQyE'],
        })
        .nullable(),
    })
    .describe('The search for a replacement. Null: the place cannot be handed over.')
    .nullable(),
  handed_over: z.boolean().describe('Whether somebody else took the place over by the link.'),
}

export const invitation = z
  .object({
    status: assignmentStatus,
    answer_by: timestamp.describe('Until when an INVITED person can answer (ISO 8601, UTC).'),
    // D61
    is_first_yes: z
      .boolean()
      .describe('Whether several people were asked, and the first of them to say yes gets the place.'),
    // D44
    waiting_list: z.boolean().describe('Whether full shifts of the event have a waiting list.'),
    person: z.object({ first_name: z.string().meta(about.first_name) }).describe('The person.'),
    organization: publicOrganization,
    contact: organizerContact,
    messages_stopped: stopped,
    // D28
    has_email: z
      .boolean()
      .describe(
        'Whether the organizer has an e-mail address of the person. Without one, only SMS reaches them (D59).',
      ),
    email_blocked: z
      .boolean()
      .describe(
        "Whether \"It wasn't me\" was pressed for the person's e-mail address: no organizer's e-mail reaches it.",
      ),
    // D56
    has_certificate: z
      .boolean()
      .describe('Whether the person has worked at the event, and can print a certificate of it.'),
    // D51
    has_questions: z
      .boolean()
      .describe('Whether the event has questions for who is CONFIRMED on a shift that is not over.'),
    reminder_hours: reminderHours,
    gets_reminders: getsReminders,
    ...changeable,
    shift: z
      .object({
        id,
        start_dt: timestamp.meta(about.start_dt),
        end_dt: timestamp.meta(about.end_dt),
        // D68
        meeting_point: z.string().meta(about.meeting_point).nullable(),
        note: z.string().meta(about.shift_note).nullable(),
        spots_left: z.int().meta({
          description:
            'Places that are free; never below 0. With `is_first_yes` those that people of the ask can still get.',
          examples: [3],
        }),
        role: z
          .object({
            name: z.string().meta(about.role_name),
            description: z.string().meta(about.role_description).nullable(),
            event: z
              .object({
                id,
                name: z.string().meta(about.event_name),
                location: z.string().meta(about.location).nullable(),
                event_date_start: timestamp.meta(about.event_date_start),
                notes: z.string().meta(about.event_notes).nullable(),
                time_zone: z.string().meta(about.time_zone),
              })
              .describe('The event.'),
          })
          .describe('The role.'),
      })
      .describe('The shift.'),
    other_shifts: z
      .array(
        z.object({
          // D29
          token: z
            .string()
            .meta({
              description: "The token of that shift's personal link. Null when it is closed.",
              examples: aboutToken.examples,
            })
            .nullable(),
          status: assignmentStatus,
          answer_by: timestamp.describe('Until when an INVITED person can answer (ISO 8601, UTC).'),
          ...changeable,
          start_dt: timestamp.meta(about.start_dt),
          end_dt: timestamp.meta(about.end_dt),
          meeting_point: z.string().meta(about.meeting_point).nullable(),
          note: z.string().meta(about.shift_note).nullable(),
          role: z
            .object({
              name: z.string().meta(about.role_name),
              description: z.string().meta(about.role_description).nullable(),
            })
            .describe('The role.'),
        }),
      )
      .describe("The person's other shifts at the event."),
  })
  .meta({ id: 'Invitation', description: 'What a personal link shows.' })

export type Invitation = z.infer<typeof invitation>

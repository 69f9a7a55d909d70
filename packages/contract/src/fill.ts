import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { about, id, idempotencyHeaders, instant, listOf, timestamp } from './fields.ts'
import { MOST_CANDIDATES } from './rules/ask.ts'
import { reads, sendsEvent } from './rules/route-access.ts'
import { inviteMethod, shift } from './shifts.ts'

const c = initContract()

const byShift = z.object({ id: id.describe('The shift.') })

const candidate = z
  .object({
    person: z
      .object({
        id,
        first_name: z.string().meta(about.first_name),
        last_name: z.string().meta(about.last_name),
        child_team: z.string().meta(about.child_team).nullable(),
      })
      .describe('The person.'),
    channels: z.array(z.enum(['EMAIL', 'SMS'])).describe('How they can be asked: at least one.'),
    did_role: z
      .object({
        event: z.object({ id, name: z.string().meta(about.event_name) }).describe('At which event.'),
        start_dt: timestamp.meta(about.start_dt),
      })
      .describe('The last shift that they did in a role of the same name. Null: none.')
      .nullable(),
    same_day: z
      .object({
        role_name: z.string().meta(about.role_name),
        event_name: z.string().meta(about.event_name),
        start_dt: timestamp.meta(about.start_dt),
        end_dt: timestamp.meta(about.end_dt),
      })
      .describe("Their nearest other shift on a day of the shift, in the event's zone. Null: none.")
      .nullable(),
    hours_apart: z
      .number()
      .meta({
        description: 'Hours between the shift and their nearest other one. Null: they have no other.',
        examples: [2.5],
      })
      .nullable(),
    shifts_at_event: z
      .int()
      .meta({ description: 'On how many shifts of the event they are.', examples: [1] }),
    tags: z.array(z.string()).meta(about.tags),
    is_waiting: z.boolean().describe('Whether they are on the waiting list of a shift of the same role.'),
    last_asked_at: timestamp
      .describe('When they were last asked to come to a shift (ISO 8601, UTC). Null: never.')
      .nullable(),
  })
  .meta({ id: 'Candidate', description: 'A person who could fill a gap, with what speaks for them.' })

export type Candidate = z.infer<typeof candidate>

export const fill = c.router({
  listCandidates: endpoint('GET /admin/shifts/:id/candidates', {
    access: reads,
    summary: 'List who could fill a shift',
    description:
      'People who are free then, who are not on it in any way and want messages; who was asked longest ago is first.',
    refuses: ['shift_not_found'],
    pathParams: byShift,
    responses: {
      200: z.object({
        candidates: z.array(candidate).describe(`At most ${MOST_CANDIDATES}.`),
        left_out: z
          .object({
            busy: z
              .int()
              .meta({ description: 'People on this shift, or on another one at that time.', examples: [71] }),
            unreachable: z.int().meta({
              description: 'People who want no messages, or have no address that works.',
              examples: [5],
            }),
          })
          .describe('How many people are left out, each once.'),
      }),
    },
  }),
  askPeople: endpoint('POST /admin/shifts/:id/ask', {
    access: sendsEvent,
    log: ['assignment.added', 'assignment.invited'],
    summary: 'Ask people to fill a shift',
    description:
      'All or none of them. They become INVITED at once. The messages leave after 15 seconds; until the first has left, for 60 seconds at most, all of it can be undone by the batch that the header `Undo-Batch` names.',
    refuses: [
      'event_archived',
      'shift_not_found',
      'person_not_found',
      'shift_over',
      'shift_full',
      'already_assigned',
      'schedule_conflict',
      'no_contact_info',
      'number_not_allowed',
      'address_bounced',
      'opted_out',
      'daily_cap_reached',
    ],
    pathParams: byShift,
    headers: idempotencyHeaders,
    body: z.object({
      person_ids: listOf(id, { min: 1, max: MOST_CANDIDATES }).describe('The people.'),
      mode: z
        .enum(['each', 'first'])
        .describe(
          '`each` invites everybody. `first` offers the missing places to all of them: the first to say yes get them, the others become DECLINED and are told. While such an ask has open places and nobody is missing beside it, more people join it.',
        ),
      method: inviteMethod.describe(
        'How they are asked. With `BOTH` who can be reached in one way only is asked in that way.',
      ),
      answer_by: instant
        .describe(
          "Until when they can answer, at most until the shift's start (ISO 8601 with an offset). Without it seven days.",
        )
        .optional(),
    }),
    responses: { 201: shift },
  }),
  stopAsking: endpoint('POST /admin/shifts/:id/ask/:ask_id/stop', {
    access: sendsEvent,
    log: ['assignment.ask_stopped'],
    summary: 'Stop asking',
    description:
      'Who has not answered becomes DECLINED, and is told if the question had left. Who said yes stays. Called again it changes nothing. The messages leave after 15 seconds; until the first has left, for 60 seconds at most, it can be undone by the batch that the header `Undo-Batch` names.',
    refuses: ['event_archived', 'shift_not_found', 'ask_not_found', 'daily_cap_reached'],
    pathParams: byShift.extend({ ask_id: id.describe('The ask.') }),
    body: c.noBody(),
    responses: { 200: shift },
  }),
})

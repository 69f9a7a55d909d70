import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { about, id, timestamp } from './fields.ts'

/* Direct reads of the public client, in the form of PostgREST. All other PostgREST requests are refused. */

const c = initContract()

const select = z.string().max(500)
const filter = z.string().max(100)
const wholeOrOne = 'With `Accept: application/vnd.pgrst.object+json` the row itself instead of a list.'

/** Fields that were requested (D22). */
const directPerson = z
  .object({
    id: id.describe('Id of the assignment, as in the live feed.').optional(),
    first_name: z.string().meta(about.first_name).optional(),
    last_name: z
      .string()
      .meta({
        description: 'Family name, or its initial, as the event shows it.',
        examples: about.last_name.examples,
      })
      .optional(),
  })
  .meta({ id: 'DirectPerson', description: 'The asked columns of a volunteer.' })

export type DirectPerson = z.infer<typeof directPerson>

const directShift = z
  .object({
    id: id.optional(),
    event_id: id.describe('The event.').optional(),
    role_id: id.describe('The role.').optional(),
    start_dt: timestamp.meta(about.start_dt).optional(),
    end_dt: timestamp.meta(about.end_dt).optional(),
    required_qty: z.int().meta(about.required_qty).optional(),
    role: z
      .object({
        id: id.describe('The role.').optional(),
        event_id: id.describe('The event.').optional(),
      })
      .meta({ id: 'DirectRole', description: 'The asked columns of the role.' })
      .optional(),
  })
  .meta({ id: 'DirectShift', description: 'The asked columns of a shift.' })

export type DirectShift = z.infer<typeof directShift>

export const direct = c.router({
  readPerson: endpoint('GET /rest/v1/person', {
    access: 'open',
    summary: 'Read the name of a volunteer',
    description: `In the form of PostgREST: \`select=id,first_name,last_name&id=eq.…\`, with the \`person_id\` of the live feed. No row where the event hides names. ${wholeOrOne}`,
    refuses: ['not_one_row'],
    query: z.object({
      select: select.meta({
        description: 'Columns: `id`, `first_name`, `last_name`.',
        examples: ['id,first_name,last_name'],
      }),
      id: filter.meta({
        description: '`eq.` and the id.',
        examples: ['eq.019b2f6e-4c1a-7d20-9f3e-5a6b7c8d9e01'],
      }),
    }),
    responses: { 200: z.union([z.array(directPerson), directPerson]) },
  }),
  readShifts: endpoint('GET /rest/v1/shift', {
    access: 'open',
    summary: 'Read the shifts of an event',
    description: `In the form of PostgREST: \`select=id,role_id,event_id&event_id=eq.…\`, or \`select=id,role(id,event_id)&role.event_id=eq.…\`. ${wholeOrOne}`,
    refuses: ['not_one_row'],
    query: z.object({
      select: select.meta({
        description:
          'Columns: `id`, `event_id`, `role_id`, `start_dt`, `end_dt`, `required_qty`, and `role(…)` with `id` and `event_id`.',
        examples: ['id,role_id,event_id'],
      }),
      event_id: filter
        .meta({
          description: '`eq.` and the id of the event.',
          examples: ['eq.019b2f6e-4c1a-7d20-9f3e-5a6b7c8d9e01'],
        })
        .optional(),
      'role.event_id': filter
        .meta({
          description: 'Instead of `event_id`: the event of the role.',
          examples: ['eq.019b2f6e-4c1a-7d20-9f3e-5a6b7c8d9e01'],
        })
        .optional(),
    }),
    responses: { 200: z.union([z.array(directShift), directShift]) },
  }),
})

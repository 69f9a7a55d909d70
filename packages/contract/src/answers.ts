import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { about, id, timestamp } from './fields.ts'
import { aboutAnswer } from './questions.ts'
import { reads } from './rules/route-access.ts'

const c = initContract()

const answer = z
  .object({
    ...aboutAnswer,
    person_id: id.describe('The person.'),
    event: z.object({ id, name: z.string().meta(about.event_name) }).describe('The event that asked.'),
    created_at: timestamp.describe('When it was answered (ISO 8601, UTC).'),
  })
  .meta({ id: 'Answer', description: 'What a volunteer has answered.' })

export type Answer = z.infer<typeof answer>

/** D51, D69 */
export const answers = c.router({
  listAnswersOfEvent: endpoint('GET /admin/events/:id/answers', {
    access: reads,
    summary: 'List the answers of an event',
    description: 'Of each person the newest to each question.',
    refuses: ['event_not_found'],
    pathParams: z.object({ id: id.describe('The event.') }),
    responses: { 200: z.array(answer) },
  }),
  listAnswersOfPerson: endpoint('GET /admin/people/:id/answers', {
    access: reads,
    summary: 'List the answers of a person',
    description: 'The newest to each question of each event, the latest event first.',
    refuses: ['person_not_found'],
    pathParams: z.object({ id: id.describe('The person.') }),
    responses: { 200: z.array(answer) },
  }),
})

import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, requiredLine } from './fields.ts'
import { plans, reads } from './rules/route-access.ts'
import { LIMITS } from './rules/text.ts'

const c = initContract()

const aboutName = { description: 'What it is called.', examples: ['Kitchen'] }

/** Names of a person's tags. Unknown ones are made. */
export const tagNames = z.array(requiredLine(LIMITS.tag).meta(aboutName))

export const tag = z
  .object({
    id,
    name: z.string().meta(aboutName),
    people: z
      .int()
      .nonnegative()
      .meta({ description: 'How many people have it.', examples: [12] }),
  })
  .meta({ id: 'Tag', description: 'A word by which an organization sorts its people.' })

export type Tag = z.infer<typeof tag>

const byId = z.object({ id: id.describe('The tag.') })

/** D53 */
export const tags = c.router({
  listTags: endpoint('GET /admin/tags', {
    access: reads,
    summary: 'List tags',
    description: 'By name.',
    responses: { 200: z.array(tag) },
  }),
  renameTag: endpoint('PUT /admin/tags/:id', {
    access: plans,
    log: ['tag.changed'],
    summary: 'Rename a tag',
    description: 'The people who have it keep it.',
    refuses: ['tag_not_found', 'tag_exists'],
    pathParams: byId,
    body: z.object({ name: requiredLine(LIMITS.tag).meta(aboutName) }).meta({ id: 'TagChange' }),
    responses: { 200: tag },
  }),
  deleteTag: endpoint('DELETE /admin/tags/:id', {
    access: plans,
    log: ['tag.removed'],
    summary: 'Delete a tag',
    description: 'Nobody has it any more.',
    refuses: ['tag_not_found', 'tag_in_use'],
    pathParams: byId,
    body: c.noBody(),
    responses: { 204: c.noBody() },
  }),
  tagPeople: endpoint('POST /admin/tags/people', {
    access: plans,
    log: ['person.tagged'],
    summary: 'Add and remove tags of many people',
    description: 'All or nothing. Nobody is told.',
    refuses: ['person_not_found', 'limit_reached'],
    body: z
      .object({
        person_ids: z.array(id).min(1).max(LIMITS.person_ids).describe('The people.'),
        add: tagNames.max(LIMITS.tags_of_person).describe('Tags that all of them get.').optional(),
        remove: tagNames.max(LIMITS.tags).describe('Tags that none of them keeps.').optional(),
      })
      .meta({ id: 'TagPeople' }),
    responses: { 204: c.noBody() },
  }),
})

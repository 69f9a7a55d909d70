import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant, pageQuery, timestamp } from './fields.ts'
import { deletedKinds } from './rules/deleted-kind.ts'
import { readsEvent } from './rules/route-access.ts'

const c = initContract()

export const deletion = z
  .object({
    id: id.describe('What is gone.'),
    kind: z.enum(deletedKinds).describe('What it was.'),
    event_id: id.describe('The event of a role or a shift.').nullable(),
    deleted_at: timestamp.describe('When it was deleted.'),
  })
  .meta({ id: 'Deletion' })

export type Deletion = z.infer<typeof deletion>

export const deletions = c.router({
  listDeletions: endpoint('GET /admin/deletions', {
    access: readsEvent,
    summary: 'List what was deleted',
    description:
      'Events, roles, shifts and people that are gone, for copies of the lists. Who is taken off a shift changes the shift (`updated_since`). What an undo brings back is no longer listed. With `limit` they come in pages.',
    query: z.object({
      since: instant.meta({
        description:
          'Deleted since then, at most 90 days ago. Ask from some minutes before your last call, as with `updated_since`.',
        examples: ['2027-06-19T10:00:00Z'],
      }),
      event_id: id.describe('Only this event, its roles and shifts.').optional(),
      ...pageQuery,
    }),
    responses: { 200: z.array(deletion) },
  }),
})

import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idempotencyHeaders } from './fields.ts'
import { plansEvent } from './rules/route-access.ts'

const c = initContract()

const kept = z.object({
  id: id.describe('The shift, or the assignment that does not come back.'),
  reason: z
    .enum(['signed_up', 'changed', 'gone', 'shift_full', 'schedule_conflict'])
    .describe(
      '`signed_up`: somebody has come onto the shift since. `changed`: somebody has changed it since. `gone`: its event, role, shift or person is. `shift_full`: the place was taken. `schedule_conflict`: the person has another shift at that time now.',
    ),
})

export const undone = z
  .object({ kept: z.array(kept).describe('What stays as it is now, with the reason.') })
  .meta({ id: 'Undone', description: 'What an undo has left.' })

export type Undone = z.infer<typeof undone>
export type Kept = Undone['kept'][number]

export const batches = c.router({
  undoBatch: endpoint('POST /admin/batches/:batch_id/undo', {
    access: plansEvent,
    log: ['batch.undone'],
    summary: 'Undo a batch',
    description:
      'Takes back its messages, and what nobody has touched since is as it was. Until the first message has left, for 60 seconds at most. Called again it answers the same.',
    refuses: ['batch_not_found', 'undo_too_late'],
    pathParams: z.object({ batch_id: id.describe('The batch.') }),
    headers: idempotencyHeaders,
    body: c.noBody(),
    responses: { 200: undone },
  }),
})

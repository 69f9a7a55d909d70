import { batches } from '@muster/contract/batches'
import { organizationOf } from '../../access/access.ts'
import { attemptOf } from '../../access/idempotency.ts'
import type { Deps } from '../../deps.ts'
import { handlers } from '../../edge/mount.ts'
import { undoBatch } from './undo-batch.ts'

export const batchRoutes = (deps: Deps) =>
  handlers(batches, {
    undoBatch: async ({ request, params }) => ({
      status: 200,
      body: await undoBatch(deps, organizationOf(request), params.batch_id, attemptOf(request, { params })),
    }),
  })

import { batches } from '@muster/contract/batches'
import type { Deps } from '../../deps.ts'
import { handlers } from '../../edge/mount.ts'
import { notFound } from '../../edge/refusal.ts'

export const batchRoutes = (_deps: Deps) =>
  handlers(batches, {
    undoBatch: () => Promise.reject(notFound('batch_not_found')),
  })

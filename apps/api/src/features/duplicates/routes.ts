import { duplicates } from '@muster/contract/duplicates'
import { organizationOf } from '../../access/access.ts'
import { attemptOf } from '../../access/idempotency.ts'
import type { Deps } from '../../deps.ts'
import { handlers } from '../../edge/mount.ts'
import { compareEntries } from './compare-entries.ts'
import { listDuplicates } from './list-duplicates.ts'
import { mergePeople } from './merge-people.ts'
import { tellApart } from './tell-apart.ts'
import { undoMerge } from './undo-merge.ts'

export const duplicateRoutes = (deps: Deps) =>
  handlers(duplicates, {
    listDuplicates: async ({ request }) => ({
      status: 200,
      body: await deps.db.transaction(organizationOf(request), listDuplicates),
    }),

    compareEntries: async ({ request, params }) => ({
      status: 200,
      body: await deps.db.transaction(organizationOf(request), (tx) =>
        compareEntries(tx, params, deps.now()),
      ),
    }),

    tellApart: async ({ request, params }) => {
      await tellApart(deps, organizationOf(request), params)
      return { status: 204, body: undefined }
    },

    mergePeople: async ({ request, params, body }) => ({
      status: 200,
      body: await mergePeople(
        deps,
        organizationOf(request),
        { ...body, ...params },
        attemptOf(request, { params, body }),
      ),
    }),

    undoMerge: async ({ request, params }) => ({
      status: 200,
      body: await undoMerge(deps, organizationOf(request), params.id),
    }),
  })

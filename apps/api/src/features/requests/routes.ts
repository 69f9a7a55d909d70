import { requests } from '@muster/contract/requests'
import { organizationOf } from '../../access/access.ts'
import { attemptOf } from '../../access/idempotency.ts'
import type { Deps } from '../../deps.ts'
import { handlers } from '../../edge/mount.ts'
import { notFound } from '../../edge/refusal.ts'
import { approveRequests, denyRequests } from './answer-requests.ts'
import { getOwnRequest, withdrawRequest } from './own-request.ts'
import { listRequests } from './queries.ts'

export const requestRoutes = (deps: Deps) =>
  handlers(requests, {
    listRequests: async ({ request, query: { event_id } }) => {
      const listed = await deps.db.transaction(organizationOf(request), (tx) =>
        listRequests(tx, { event_id, now: deps.now() }),
      )
      if (!listed) throw notFound('event_not_found')
      return { status: 200, body: { requests: listed } }
    },

    approveRequests: async ({ request, body }) => {
      const attempt = attemptOf(request, { body })
      return { status: 200, body: await approveRequests(deps, organizationOf(request), body, attempt) }
    },

    denyRequests: async ({ request, body }) => {
      await denyRequests(deps, organizationOf(request), body, attemptOf(request, { body }))
      return { status: 204, body: undefined }
    },

    getOwnRequest: async ({ params }) => ({ status: 200, body: await getOwnRequest(deps, params.token) }),

    withdrawRequest: async ({ params }) => {
      await withdrawRequest(deps, params.token)
      return { status: 204, body: undefined }
    },
  })

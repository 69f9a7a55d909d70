import { fill } from '@muster/contract/fill'
import { organizationOf } from '../../access/access.ts'
import { attemptOf } from '../../access/idempotency.ts'
import type { Deps } from '../../deps.ts'
import { handlers } from '../../edge/mount.ts'
import { nameBatch } from '../../edge/name-batch.ts'
import { showShift } from '../assignments/show-assignment.ts'
import { askPeople } from './ask-people.ts'
import { listCandidates } from './list-candidates.ts'
import { stopAsking } from './stop-asking.ts'

export const fillRoutes = (deps: Deps) =>
  handlers(fill, {
    listCandidates: async ({ request, params }) => ({
      status: 200,
      body: await listCandidates(deps, organizationOf(request), params.id),
    }),

    askPeople: async ({ request, reply, params, body }) => {
      const ask = { ...body, shift_id: params.id }
      const attempt = attemptOf(request, { params, body })
      const { shift, batch_id } = await askPeople(deps, organizationOf(request), ask, attempt)
      nameBatch(reply, batch_id)
      return { status: 201, body: showShift(request, shift) }
    },

    stopAsking: async ({ request, reply, params }) => {
      const which = { shift_id: params.id, ask_id: params.ask_id }
      const { shift, batch_id } = await stopAsking(deps, organizationOf(request), which)
      nameBatch(reply, batch_id)
      return { status: 200, body: showShift(request, shift) }
    },
  })

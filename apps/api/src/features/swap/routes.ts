import { swap } from '@muster/contract/swap'
import type { FastifyInstance } from 'fastify'
import { attemptOf } from '../../access/idempotency.ts'
import { limitPerClient } from '../../access/rate-limit.ts'
import type { Deps } from '../../deps.ts'
import { handlers } from '../../edge/mount.ts'
import { statedLanguage } from '../../pages/language.ts'
import { createRefusalLimit } from '../signup/limit-refusals.ts'
import { closeSwap, openSwap } from './change-swap.ts'
import { getSwap, takeSwap } from './open-swap-link.ts'

export const swapRoutes = (app: FastifyInstance, deps: Deps) => {
  const limitRefusals = createRefusalLimit(deps)
  return handlers(swap, {
    openSwap: async ({ params }) => ({ status: 200, body: await openSwap(deps, params.token) }),
    closeSwap: async ({ params }) => ({ status: 200, body: await closeSwap(deps, params.token) }),
    getSwap: async ({ params }) => ({ status: 200, body: await getSwap(deps, params.token) }),
    takeSwap: {
      hooks: { onRequest: limitPerClient(app, deps.config.limits.signups_per_minute) },
      handler: async ({ params, body, request }) => {
        const language = statedLanguage(request.headers['accept-language'])
        const attempt = attemptOf(request, { params, body })
        return limitRefusals(request, 1, () => takeSwap(deps, params.token, { body, language, attempt }))
      },
    },
  })
}

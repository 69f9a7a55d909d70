import { correction } from '@muster/contract/correction'
import type { FastifyInstance } from 'fastify'
import { limitPerClient } from '../../access/rate-limit.ts'
import type { Deps } from '../../deps.ts'
import { handlers } from '../../edge/mount.ts'
import { statedLanguage } from '../../pages/language.ts'
import { createRefusalLimit } from '../signup/limit-refusals.ts'
import { correctEmail } from './correct-email.ts'

export const correctionRoutes = (app: FastifyInstance, deps: Deps) => {
  const limitRefusals = createRefusalLimit(deps)
  return handlers(correction, {
    correctEmail: {
      hooks: { onRequest: limitPerClient(app, deps.config.limits.signups_per_minute) },
      handler: async ({ body: { correction_keys: given, email }, request }) => {
        const language = statedLanguage(request.headers['accept-language'])
        return limitRefusals(request, given.length, async () => ({
          status: 200 as const,
          body: await correctEmail(deps, { given, email, language }),
        }))
      },
    },
  })
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { Refusal, tooMany } from '../../http/refusal.ts'

const PERSONAL = new Set<string>(['already_signed_up', 'schedule_conflict'])

/** D13: personal refusals show who is on a shift. Others are not counted: hundreds may sign up from one school. */
export function openRefusalLimit(app: FastifyInstance, { config }: Pick<Deps, 'config'>) {
  const count = app.createRateLimit({ max: config.limits.signup_refusals_per_minute })

  return async <T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> => {
    const counted = await count(request, { increment: false })
    if (!counted.isAllowed && counted.remaining === 0) throw tooMany('rate_limited', counted.ttlInSeconds)
    try {
      return await work()
    } catch (error) {
      if (error instanceof Refusal && PERSONAL.has(error.code)) await count(request)
      throw error
    }
  }
}

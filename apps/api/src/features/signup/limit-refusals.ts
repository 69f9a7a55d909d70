import type { SignedUp, SignedUpForSeveral } from '@muster/contract/signup'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { Refusal, tooMany } from '../../http/refusal.ts'

const PERSONAL = new Set<string>(['already_signed_up', 'schedule_conflict'])

/** D13: personal refusals show who is on a shift. Others are not counted: hundreds may sign up from one school. */
export function openRefusalLimit(app: FastifyInstance, { config }: Pick<Deps, 'config'>) {
  const count = app.createRateLimit({ max: config.limits.signup_refusals_per_minute })

  return async <T extends SignedUp | SignedUpForSeveral>(
    request: FastifyRequest,
    work: () => Promise<T>,
  ): Promise<T> => {
    const counted = await count(request, { increment: false })
    if (!counted.isAllowed && counted.remaining === 0) throw tooMany('rate_limited', counted.ttlInSeconds)
    const countPersonal = async (refused: readonly { code: string }[]) => {
      for (const { code } of refused) if (PERSONAL.has(code)) await count(request)
    }
    try {
      const answer = await work()
      await countPersonal('refused' in answer ? answer.refused : [])
      return answer
    } catch (error) {
      if (error instanceof Refusal) await countPersonal(error.details.refused ?? [error])
      throw error
    }
  }
}

import type { SignedUp, SignedUpForSeveral } from '@muster/contract/signup'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import type { Deps } from '../../deps.ts'
import { addressOf } from '../../http/rate-limit.ts'
import { Refusal, tooMany } from '../../http/refusal.ts'

const PERSONAL = new Set<string>(['already_signed_up', 'schedule_conflict'])

/** Of one address: each shift of a pending call may still be refused. `admit` runs one call at a time. */
type Pending = { shifts: number; calls: number; admit: ReturnType<typeof pLimit>; onSettled: () => void }

/**
 * D13: personal refusals show who is on a shift. Others are not counted: hundreds may sign up from one school.
 * A call whose shifts could exceed the limit together with those of pending calls waits for these.
 */
export function openRefusalLimit(app: FastifyInstance, { config }: Pick<Deps, 'config'>) {
  const count = app.createRateLimit({ max: config.limits.signup_refusals_per_minute })
  const pending_by_address = new Map<string, Pending>()

  async function reserve(request: FastifyRequest, shifts: number, pending: Pending): Promise<void> {
    while (true) {
      // Both before the count is read: a call may settle meanwhile, and it is counted before it settles.
      const others = pending.shifts
      const settled = new Promise<void>((resolve) => {
        pending.onSettled = resolve
      })
      const counted = await count(request, { increment: false })
      if (counted.isAllowed) break
      if (counted.remaining === 0) throw tooMany('rate_limited', counted.ttlInSeconds)
      if (others === 0 || others + shifts <= counted.remaining) break
      await settled
    }
    pending.shifts += shifts
  }

  async function countPersonal(request: FastifyRequest, refused: readonly { code: string }[]): Promise<void> {
    for (const { code } of refused) if (PERSONAL.has(code)) await count(request)
  }

  return async <T extends SignedUp | SignedUpForSeveral>(
    request: FastifyRequest,
    shifts: number,
    work: () => Promise<T>,
  ): Promise<T> => {
    const address = addressOf(request.ip)
    const pending = pending_by_address.get(address) ?? openPending()
    pending_by_address.set(address, pending)
    pending.calls += 1
    let reserved = 0
    try {
      await pending.admit(() => reserve(request, shifts, pending))
      reserved = shifts
      const answer = await work()
      await countPersonal(request, 'refused' in answer ? answer.refused : [])
      return answer
    } catch (error) {
      if (error instanceof Refusal) await countPersonal(request, error.details.refused ?? [error])
      throw error
    } finally {
      pending.shifts -= reserved
      pending.calls -= 1
      pending.onSettled()
      if (pending.calls === 0) pending_by_address.delete(address)
    }
  }
}

const openPending = (): Pending => ({
  shifts: 0,
  calls: 0,
  admit: pLimit(1),
  onSettled: () => undefined,
})

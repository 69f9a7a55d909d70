import type { Corrected } from '@muster/contract/correction'
import type { Requested, SignedUp, SignedUpForSeveral } from '@muster/contract/signup'
import type { FastifyRequest } from 'fastify'
import { perMinute, type TokenBucket, TokenBuckets } from '../../access/token-bucket.ts'
import type { Deps } from '../../deps.ts'
import { clientOf } from '../../edge/client-address.ts'
import { Refusal, tooMany } from '../../edge/refusal.ts'

const PERSONAL = new Set<string>(['already_signed_up', 'too_many_shifts', 'schedule_conflict'])

type Waiting = { shifts: number; admit: (reserved: number) => void; refuse: (error: unknown) => void }
/** Calls of one form or client. `reserved`: number of refusals that these calls may still get. */
type Pending = { calls: number; reserved: number; waiting: Waiting[] }

type Answer = { body: SignedUp | Requested | SignedUpForSeveral | Corrected }

/** A hall full of people may be one client. Forms can be made up, so the client has a limit too. */
const FORMS_PER_CLIENT = 10

/**
 * D13: limits personal refusals, which show who is on a shift, of one form and page load, and of one client. Others are
 * not counted: hundreds may sign up from one school.
 */
export function createRefusalLimit({ config }: Pick<Deps, 'config'>) {
  const per_minute = config.limits.signup_refusals_per_minute
  const limitForm = createLimit(per_minute)
  const limitClient = createLimit(per_minute * FORMS_PER_CLIENT)

  return <T extends Answer>(request: FastifyRequest, shifts: number, work: () => Promise<T>): Promise<T> => {
    const client = clientOf(request.ip)
    const form = String(request.headers['form-id'] ?? '')
    return limitForm(`${client} ${form}`, shifts, () => limitClient(client, shifts, work))
  }
}

/**
 * A call reserves a refusal for each of its shifts. If too few are left, it waits for pending calls, which may not need
 * theirs.
 */
function createLimit(per_minute: number) {
  const buckets = new TokenBuckets(perMinute(per_minute))
  const pending_by_key = new Map<string, Pending>()

  return async <T extends Answer>(key: string, shifts: number, work: () => Promise<T>): Promise<T> => {
    const bucket = buckets.of(key, performance.now())
    const pending = pending_by_key.get(key) ?? createPending()
    pending_by_key.set(key, pending)
    pending.calls += 1
    let reserved = 0
    let personal = 0
    try {
      const is_first = pending.waiting.length === 0
      reserved = (is_first && reserve(bucket, pending, shifts)) || (await waitForTurn(pending, shifts))
      const answer = await work()
      personal = countPersonal('refused' in answer.body ? answer.body.refused : [])
      return answer
    } catch (error) {
      if (error instanceof Refusal) personal = countPersonal(error.details.refused ?? [error])
      throw error
    } finally {
      // Negative if the call got more personal refusals than it had reserved.
      bucket.giveBack(reserved - personal)
      pending.reserved -= reserved
      pending.calls -= 1
      admitWaiting(bucket, pending)
      if (pending.calls === 0) pending_by_key.delete(key)
    }
  }
}

/** Returns 0 when the call has to wait for pending calls. Throws 429 `rate_limited`. */
function reserve(bucket: TokenBucket, pending: Pending, shifts: number): number {
  const now = performance.now()
  // Without pending calls there is nothing to wait for: a call for several shifts reserves the tokens that are left.
  const wanted = pending.reserved > 0 ? shifts : Math.max(1, Math.min(shifts, bucket.left(now)))
  const wait = bucket.take(now, wanted)
  if (wait > 0 && pending.reserved > 0) return 0
  if (wait > 0) throw tooMany('rate_limited', wait)
  pending.reserved += wanted
  return wanted
}

function waitForTurn({ waiting }: Pending, shifts: number): Promise<number> {
  return new Promise((admit, refuse) => waiting.push({ shifts, admit, refuse }))
}

/** Admits waiting calls in their order, whenever a call has settled. */
function admitWaiting(bucket: TokenBucket, pending: Pending): void {
  for (let next = pending.waiting[0]; next; next = pending.waiting[0]) {
    try {
      const reserved = reserve(bucket, pending, next.shifts)
      if (reserved === 0) return
      next.admit(reserved)
    } catch (error) {
      next.refuse(error)
    }
    pending.waiting.shift()
  }
}

const countPersonal = (refused: readonly { code: string }[]) =>
  refused.filter(({ code }) => PERSONAL.has(code)).length

const createPending = (): Pending => ({ calls: 0, reserved: 0, waiting: [] })

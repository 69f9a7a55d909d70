import type { Deps } from '../../deps.ts'
import { addressOf } from '../../http/rate-limit.ts'
import { Refusal, tooMany } from '../../http/refusal.ts'
import { perMinute, TokenBuckets } from '../../http/token-bucket.ts'

/** What they say depends on who the form names. */
const PERSONAL = new Set<string>(['already_signed_up', 'schedule_conflict'])

/**
 * D13: nobody may ask by this form who is on a shift, or busy. An address gets so many of the refusals that tell it, and
 * then 429 `rate_limited` whatever it sends; its other answers cost it nothing.
 */
export function openRefusalLimit({ config, now }: Pick<Deps, 'config' | 'now'>) {
  const buckets = new TokenBuckets(perMinute(config.limits.signup_refusals_per_minute))

  return async <T>(ip: string, work: () => Promise<T>): Promise<T> => {
    const ms = Date.parse(now())
    const bucket = buckets.of(addressOf(ip), ms)
    const wait = bucket.take(ms)
    if (wait > 0) throw tooMany('rate_limited', wait)
    // Only looked at: a school of hundreds signs up at once.
    bucket.giveBack(1)
    try {
      return await work()
    } catch (error) {
      if (error instanceof Refusal && PERSONAL.has(error.code)) bucket.take(Date.parse(now()))
      throw error
    }
  }
}

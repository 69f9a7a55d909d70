import { DAY_MS, HOUR_MS } from './instants.ts'

/** Maximum number of automatic e-mails per address, over all organisations (D28). */
export const AUTOMATIC_MAILS = { per_hour: 10, per_day: 30 } as const

/**
 * Returns the time at which the digest with this e-mail is due; undefined if it can be sent now (D28). `sent_at` is
 * ascending, and its last may be a future digest. The window slides, because fixed hours would allow twenty e-mails
 * within a minute.
 */
export function digestDue(sent_at: readonly string[], now: string): string | undefined {
  const now_ms = Date.parse(now)
  const sent_ms = sent_at.map((at) => Date.parse(at))
  const filling_hour = sent_ms.at(-AUTOMATIC_MAILS.per_hour)
  if (filling_hour !== undefined && filling_hour > now_ms - HOUR_MS) {
    return new Date(filling_hour + HOUR_MS).toISOString()
  }
  const last = sent_ms.at(-1)
  const filling_day = sent_ms.at(-AUTOMATIC_MAILS.per_day)
  if (last === undefined || filling_day === undefined || filling_day <= now_ms - DAY_MS) return undefined
  // Above the daily limit one digest an hour is still sent, because a cancelled shift must not wait until tomorrow.
  return new Date(Math.max(now_ms, last + HOUR_MS)).toISOString()
}

export function keepOfDay(sent_at: readonly string[], now: string): string[] {
  const since = Date.parse(now) - DAY_MS
  return sent_at.filter((at) => Date.parse(at) > since)
}

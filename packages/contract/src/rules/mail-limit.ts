/** D28: e-mails sent without asking that one address gets at most, over all organisations. */
export const UNASKED_MAILS = { per_hour: 10, per_day: 30 } as const

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * D28: undefined when one more e-mail may go to an address now, else when the digest that takes it along is due: when
 * the hour is over. `sent_at` are the moments of the e-mails before, in order; the last may be a digest's, still to
 * come. The hour slides, so that no two clock hours make twenty in a minute.
 */
export function digestDue(sent_at: readonly string[], now: string): string | undefined {
  const now_ms = Date.parse(now)
  const sent_ms = sent_at.map((at) => Date.parse(at))
  const filling_hour = sent_ms.at(-UNASKED_MAILS.per_hour)
  if (filling_hour !== undefined && filling_hour > now_ms - HOUR_MS) {
    return new Date(filling_hour + HOUR_MS).toISOString()
  }
  const last = sent_ms.at(-1)
  const filling_day = sent_ms.at(-UNASKED_MAILS.per_day)
  if (last === undefined || filling_day === undefined || filling_day <= now_ms - DAY_MS) return undefined
  // A full day must not keep a cancelled shift from somebody until tomorrow: one digest an hour goes on.
  return new Date(Math.max(now_ms, last + HOUR_MS)).toISOString()
}

/** Those of the moments that still count. */
export function keepOfDay(sent_at: readonly string[], now: string): string[] {
  const since = Date.parse(now) - DAY_MS
  return sent_at.filter((at) => Date.parse(at) > since)
}

import { addMs, HOUR_MS } from '@muster/contract/rules/instants'
import { addDays, wallToInstant } from '@muster/contract/rules/wall-time'
import { instantToWall } from '@muster/contract/rules/zone'

/** Days from today whose evening is offered. */
const DAYS = [0, 1, 2, 4, 7]
/** An answer is wanted so long before the shift, and there must be so much time to give it. */
const SPARE_HOURS = 2

/**
 * Instants until which people may answer, the usual one first: tomorrow at 20:00 in the event's zone, at the latest two
 * hours before the shift. Empty where that is too soon: they may answer until the shift begins.
 */
export function listAnswerTimes(shift: { start_dt: string }, timeZone: string, now: string): string[] {
  const latest = addMs(shift.start_dt, -SPARE_HOURS * HOUR_MS)
  const earliest = addMs(now, SPARE_HOURS * HOUR_MS)
  const evening = `${instantToWall(now, timeZone).slice(0, 10)}T20:00`
  const evenings = DAYS.map((days) => {
    const at = wallToInstant(addDays(evening, days), timeZone)
    return { days, at: Date.parse(at) < Date.parse(latest) ? at : latest }
  }).filter(({ at }) => Date.parse(at) >= Date.parse(earliest))
  const usual = evenings.find(({ days }) => days >= 1) ?? evenings[0]
  return usual ? [...new Set([usual, ...evenings].map(({ at }) => at))] : []
}

/**
 * Instants until which people of several shifts may answer, the earliest first, and the usual one: the last of the next
 * seven evenings before the first shift, but not today's. The server ends each time at its shift (D18).
 */
export function listCommonTimes(
  shifts: readonly { start_dt: string }[],
  timeZone: string,
  now: string,
): { times: string[]; usual: string | undefined } {
  const [first, ...later] = shifts.toSorted(
    (one, other) => Date.parse(one.start_dt) - Date.parse(other.start_dt),
  )
  if (!first) return { times: [], usual: undefined }
  const times = listAnswerTimes(later.at(-1) ?? first, timeZone, now).toSorted()
  const latest = addMs(first.start_dt, -SPARE_HOURS * HOUR_MS)
  const today = `${instantToWall(now, timeZone).slice(0, 10)}T20:00`
  const usual = times.findLast((at) => {
    const wall = instantToWall(at, timeZone).slice(0, 16)
    return at <= latest && wall.endsWith('T20:00') && wall > today
  })
  return { times, usual: usual ?? times.at(-1) }
}

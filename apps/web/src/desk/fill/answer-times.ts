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

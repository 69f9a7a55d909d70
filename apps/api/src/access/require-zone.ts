import type { Tx } from '../db/client.ts'
import { findZone } from '../db/find-zone.ts'
import { invalid } from '../edge/refusal.ts'

/**
 * Returns the given zone in the database's spelling, or `known` if none is given. Throws 400 if the database, which
 * computes days in it (D43), does not know it.
 */
export async function requireZone(tx: Tx, given: string | undefined, known: string): Promise<string> {
  if (given === undefined || given === known) return known
  const zone = await findZone(tx, given)
  if (zone === undefined) throw invalid('time_zone', 'not_zone')
  return zone
}

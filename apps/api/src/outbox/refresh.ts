import { groupBy } from '@muster/contract/rules/group-by'
import type { Tx } from '../db/client.ts'
import type { FailureCode } from './failure-text.ts'
import type { Waited } from './kinds/kind.ts'
import { kindOf } from './render.ts'

/**
 * Asks each kind once about its messages, which may have waited. Leaves out those that a kind has queued again. `ended`
 * gives, by id, why some are not sent.
 */
export async function refresh<Row extends Waited>(
  tx: Tx,
  rows: readonly Row[],
  now: string,
): Promise<{ rows: readonly Row[]; ended: ReadonlyMap<string, FailureCode> }> {
  const present = new Map<string, Row>()
  const ended = new Map<string, FailureCode>()
  for (const [ask, of_kind] of groupBy(rows, ({ template }) => kindOf(template)?.refresh)) {
    const answer = ask ? await ask(tx, of_kind, now) : { rows: of_kind, ended: [] }
    for (const row of answer.rows) present.set(row.id, row)
    for (const [id, reason] of answer.ended) ended.set(id, reason)
  }
  return { rows: rows.flatMap(({ id }) => present.get(id) ?? []), ended }
}

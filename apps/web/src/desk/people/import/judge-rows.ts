import type { ImportRow } from '@muster/contract/imports'
import type { Tried, TriedRow } from './api.ts'
import { withoutPhone } from './api.ts'

/** What is chosen for a row that may be somebody who is there. */
export type Decision = 'same' | 'two' | 'out'
export type Decisions = ReadonlyMap<number, Decision>

export const groups = ['look', 'maybe', 'new', 'known'] as const
/** Where a row is counted. `look`: something is wrong with it, or it is twice in the sheet. */
export type Group = (typeof groups)[number]

export function groupOf(row: TriedRow): Group {
  if (row.result === 'error' || row.phone_issue !== undefined || isTwice(row)) return 'look'
  if (row.maybe) return 'maybe'
  return row.result === 'new' ? 'new' : 'known'
}

export const isTwice = ({ result, same_row }: TriedRow) => result === 'same' && same_row !== undefined

type Counts = Record<Group, number> & {
  /** Rows of `known` that change somebody. */
  changing: number
  /** What an import does now. */
  adds: number
  changes: number
  left_out: number
  undecided: number
}

export function countRows(rows: readonly TriedRow[], decisions: Decisions): Counts {
  const counts: Counts = {
    look: 0,
    maybe: 0,
    new: 0,
    known: 0,
    changing: 0,
    adds: 0,
    changes: 0,
    left_out: 0,
    undecided: 0,
  }
  for (const row of rows) {
    const group = groupOf(row)
    const decision = decisions.get(row.row)
    counts[group] += 1
    const isChange = row.result === 'differs' && row.changes !== undefined && row.changes.length > 0
    if (group === 'known' && isChange) counts.changing += 1
    if (row.result === 'error' || isTwice(row)) counts.left_out += 1
    else if (row.maybe && decision === undefined) counts.undecided += 1
    else if (row.maybe && decision === 'out') counts.left_out += 1
    else if (row.maybe && decision === 'same') counts.changes += 1
    else if (row.result === 'new') counts.adds += 1
    else if (isChange) counts.changes += 1
  }
  return counts
}

/** Returns what is sent, each with its place among all rows. */
export function rowsToSave(
  rows: readonly ImportRow[],
  tried: Tried,
  decisions: Decisions,
): { at: number; row: ImportRow }[] {
  return tried.rows.flatMap(({ row: at, result, maybe, phone_issue }) => {
    const given = rows[at]
    const decision = decisions.get(at)
    if (!given || result === 'error' || (maybe && (decision === undefined || decision === 'out'))) return []
    const row = phone_issue === undefined ? given : withoutPhone(given)
    const person_id = maybe?.[0]
    return { at, row: decision === 'same' && person_id !== undefined ? { ...row, person_id } : row }
  })
}

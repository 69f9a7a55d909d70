import type { ImportRow } from '@muster/contract/imports'
import { type Tried, type TriedRow, withoutPhone } from './api.ts'

/** What is chosen for a row that may be somebody who is there. */
export type Decision = 'same' | 'two' | 'out'
export type Decisions = ReadonlyMap<number, Decision>

/** Where a row is counted. `look`: something is wrong with it, or it is twice in the sheet. */
export type Group = 'look' | 'maybe' | 'new' | 'known'

export function groupOf(row: TriedRow): Group {
  if (row.result === 'error' || row.phone_issue !== undefined || isTwice(row)) return 'look'
  if (row.maybe) return 'maybe'
  return row.result === 'new' ? 'new' : 'known'
}

export const isTwice = ({ result, same_row }: TriedRow) => result === 'same' && same_row !== undefined

/** What an import does with a row. `wrong`, `twice`, `undecided` and `chosen` say why it is left out. */
export type Fate = 'adds' | 'changes' | 'none' | 'wrong' | 'twice' | 'undecided' | 'chosen'

export function fateOf(row: TriedRow, rows: readonly TriedRow[], decisions: Decisions): Fate {
  if (row.result === 'error') return 'wrong'
  if (isTwice(row)) return 'twice'
  const { maybe, decision } = choiceOf(row, rows, decisions)
  if (maybe && decision === undefined) return 'undecided'
  if (maybe && decision === 'out') return 'chosen'
  if (row.result === 'new') return maybe && decision === 'same' ? 'changes' : 'adds'
  return row.changes && row.changes.length > 0 ? 'changes' : 'none'
}

/** A row about the same person as one above it goes with that one. */
function choiceOf({ row, same_row }: TriedRow, rows: readonly TriedRow[], decisions: Decisions) {
  const first = same_row ?? row
  return { maybe: rows[first]?.maybe, decision: decisions.get(first) }
}

type Counts = Record<Group | Fate, number> & {
  /** Rows of `known` that change somebody. */
  changing: number
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
    none: 0,
    wrong: 0,
    twice: 0,
    undecided: 0,
    chosen: 0,
  }
  for (const row of rows) {
    const group = groupOf(row)
    const fate = fateOf(row, rows, decisions)
    counts[group] += 1
    counts[fate] += 1
    if (group === 'known' && fate === 'changes') counts.changing += 1
  }
  return counts
}

const SENT: readonly Fate[] = ['adds', 'changes', 'none']

/** Returns what is sent, each with its place among all rows. */
export function rowsToSave(
  rows: readonly ImportRow[],
  tried: Tried,
  decisions: Decisions,
): { at: number; row: ImportRow }[] {
  return tried.rows.flatMap((of) => {
    const given = rows[of.row]
    if (!given || !SENT.includes(fateOf(of, tried.rows, decisions))) return []
    const row = of.phone_issue === undefined ? given : withoutPhone(given)
    const { maybe, decision } = choiceOf(of, tried.rows, decisions)
    const person_id = decision === 'same' ? maybe?.[0] : undefined
    return { at: of.row, row: person_id === undefined ? row : { ...row, person_id } }
  })
}

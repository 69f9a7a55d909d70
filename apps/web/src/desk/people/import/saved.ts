import type { Imported, ImportRow } from '@muster/contract/imports'
import { addMs, DAY_MS } from '@muster/contract/rules/instants'
import { now } from '../../../clock.ts'
import { fullName } from '../../../format/names.ts'
import type { Tried } from './api.ts'
import type { Reading } from './columns.ts'
import { countRows, type Decisions, rowsToSave } from './judge-rows.ts'

/** What an import has done, for the page that says so. */
export type Saved = {
  counts: { adds: number; changes: number }
  tag: string
  /** Names by the person's id. */
  names: ReadonlyMap<string, string>
  /** Rows that were not saved, to be mended. */
  left_out: Reading
  why: Record<'undecided' | 'wrong' | 'twice' | 'chosen', number>
  /** Until when it can be undone, ISO 8601. */
  until: string
}

type Checked = {
  reading: Reading
  rows: readonly ImportRow[]
  tried: Tried
  decisions: Decisions
  tag: string
}

/** `answer` is about the rows that were sent. */
export function savedOf(answer: Imported, { reading, rows, tried, decisions, tag }: Checked): Saved {
  const sent = rowsToSave(rows, tried, decisions)
  const refused = new Set(
    answer.rows.flatMap(({ row, result }) => (result === 'error' ? (sent[row]?.at ?? []) : [])),
  )
  const places = new Set(sent.map(({ at }) => at).filter((at) => !refused.has(at)))
  const { undecided, wrong, twice, chosen } = countRows(tried.rows, decisions)
  return {
    counts: {
      adds: answer.rows.filter(({ result }) => result === 'new').length,
      changes: answer.rows.filter(({ changes = [] }) => changes.length > 0).length,
    },
    tag,
    names: new Map(
      answer.rows.flatMap(({ row, person_id }) => {
        const given = sent[row]?.row
        return person_id !== undefined && given ? [[person_id, fullName(given)] as const] : []
      }),
    ),
    left_out: { ...reading, rows: reading.rows.filter((_, at) => !places.has(at)) },
    why: { undecided, wrong: wrong + refused.size, twice, chosen },
    until: addMs(now().toISOString(), DAY_MS),
  }
}

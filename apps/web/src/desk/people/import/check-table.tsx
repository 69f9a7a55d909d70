import { useMemo, useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { SelectBox } from '../../../ui/controls/native-select.tsx'
import { cardClass } from '../../../ui/page/card.ts'
import type { Tried, TriedRow } from './api.ts'
import { CheckRow } from './check-row.tsx'
import { type ColumnKind, columnKinds, type Reading } from './columns.ts'
import { type Decision, type Decisions, type Group, groupOf } from './judge-rows.ts'
import { notesOf } from './row-view.ts'
import { useText } from './texts.ts'

/** Rows that are rendered at first, and with each press of "Show them". */
const FIRST_ROWS = 50
const MORE_ROWS = 200

type TableProps = {
  reading: Reading
  tried: Tried
  decisions: Decisions
  shown: Group | undefined
  onColumn: (at: number, kind: ColumnKind) => void
  onCell: (row: number, at: number, value: string) => void
  onDecide: (row: number, decision: Decision) => void
}

export function CheckTable({ reading, tried, decisions, shown, onColumn, onCell, onDecide }: TableProps) {
  const t = useText()
  const { headings, columns, rows } = reading
  const [limit, setLimit] = useState(FIRST_ROWS)
  const ordered = useOrder(tried.rows, shown)
  const first_row = headings ? 2 : 1
  const headingOf = (at: number) => headings?.[at] || t('check.column', { number: at + 1 })
  return (
    <section
      className={cardClass({ padding: 'none', className: 'mt-3 overflow-clip' })}
      aria-label={t('check.rows')}
    >
      <div className="relative overflow-x-auto">
        <table className="import-table">
          <thead className="bg-sunken text-left align-top text-hint font-normal text-ink-2">
            <tr>
              <th scope="col" className="px-4 py-2.5 font-normal">
                {t('check.row')}
              </th>
              {columns.map((kind, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
                <th scope="col" className="px-1.5 py-2.5 font-normal" data-kind={kind} key={at}>
                  <span className="mb-1 block px-3 wrap-anywhere">{headingOf(at)}</span>
                  <SelectBox
                    narrow
                    className={kind === 'none' ? 'text-ink-3' : 'font-semibold'}
                    aria-label={t('check.becomes', { heading: headingOf(at) })}
                    value={kind}
                    onChange={({ target }) => {
                      const chosen = columnKinds.find((each) => each === target.value)
                      if (chosen) onColumn(at, chosen)
                    }}
                  >
                    {columnKinds.map((each) => (
                      <option key={each} value={each}>
                        {t(`kind.${each}`)}
                      </option>
                    ))}
                  </SelectBox>
                </th>
              ))}
              <th scope="col" className="px-4 py-2.5">
                <span className="sr-only">{t('check.result')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {ordered.slice(0, limit).map((row) => {
              const cells = rows[row.row] ?? []
              return (
                <CheckRow
                  key={row.row}
                  row={row}
                  number={row.row + first_row}
                  first_row={first_row}
                  cells={cells}
                  columns={columns}
                  notes={notesOf(row, { cells, columns, people: tried.people }, t)}
                  decision={decisions.get(row.row)}
                  headingOf={headingOf}
                  onCell={onCell}
                  onDecide={onDecide}
                />
              )
            })}
          </tbody>
        </table>
      </div>
      {ordered.length === 0 && (
        <p className="border-t border-line px-4 py-3 text-ink-2">{t('check.nothing')}</p>
      )}
      {ordered.length > limit && (
        <div className="flex items-center justify-between border-t border-line py-1.5 pr-2 pl-4">
          <span className="text-ink-2">{t('check.more', { count: ordered.length - limit })}</span>
          <Button kind="quiet" onClick={() => setLimit(limit + MORE_ROWS)}>
            {t('check.show')}
          </Button>
        </div>
      )}
    </section>
  )
}

/** Rows to decide first. One that was among them stays there once it is mended, and keeps the focus. */
function useOrder(rows: readonly TriedRow[], shown: Group | undefined): readonly TriedRow[] {
  const groups = useMemo(() => rows.map(groupOf), [rows])
  const [first, setFirst] = useState<ReadonlyMap<number, Group>>(new Map())
  const added = groups.flatMap((group, row) =>
    (group === shown || (!shown && (group === 'look' || group === 'maybe'))) && !first.has(row)
      ? [[row, group] as const]
      : [],
  )
  if (added.length > 0) setFirst(new Map([...first, ...added]))
  return useMemo(() => {
    const rank = ({ row }: TriedRow) => ({ look: 0, maybe: 1, new: 2, known: 2 })[first.get(row) ?? 'new']
    const listed = shown ? rows.filter(({ row }) => first.has(row)) : rows
    return listed.toSorted((one, other) => rank(one) - rank(other) || one.row - other.row)
  }, [rows, first, shown])
}

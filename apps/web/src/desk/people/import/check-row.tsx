import { cva } from 'class-variance-authority'
import { useId, useState } from 'react'
import { controlClass } from '../../../ui/controls/field.tsx'
import { Segmented } from '../../../ui/controls/radio-cards.tsx'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { EmailText } from '../../../ui/page/email-text.tsx'
import { Icon, type IconName } from '../../../ui/page/icon.tsx'
import type { TriedRow } from './api.ts'
import type { ColumnKind } from './columns.ts'
import { type Decision, groupOf, isTwice } from './judge-rows.ts'
import type { CellNote } from './row-view.ts'
import { type ImportText, useText } from './texts.ts'

type RowProps = {
  row: TriedRow
  /** In the sheet. */
  number: number
  first_row: number
  cells: readonly string[]
  columns: readonly ColumnKind[]
  notes: { of: ReadonlyMap<number, CellNote>; rest: readonly string[] }
  decision: Decision | undefined
  headingOf: (at: number) => string
  onCell: (row: number, at: number, value: string) => void
  onDecide: (row: number, decision: Decision) => void
}

const cellClass = 'px-4 py-2 leading-snug wrap-anywhere'

export function CheckRow({ row, number, cells, columns, notes, decision, onDecide, ...more }: RowProps) {
  const t = useText()
  const isMaybe = groupOf(row) === 'maybe'
  // The choice takes the room of the columns that do not tell who it is.
  const told = isMaybe ? 1 + columns.findLastIndex((kind) => IDENTIFYING.has(kind)) : columns.length
  const nameAt = columns.findIndex((kind) => kind === 'name' || kind === 'first_name')
  const name = cells[nameAt] ?? ''
  return (
    <tr className={`border-t border-line ${isMaybe ? 'bg-wait-soft' : ''}`}>
      <td className={`${cellClass} text-ink-3 tabular-nums`}>{number}</td>
      {columns.slice(0, told).map((kind, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
        <td className={`${cellClass} ${kind === 'none' ? 'text-ink-3' : ''}`} key={at}>
          <Cell
            kind={kind}
            label={t('check.cell', { column: more.headingOf(at), row: number })}
            value={cells[at] ?? ''}
            note={notes.of.get(at)}
            onChange={(value) => more.onCell(row.row, at, value)}
          />
          {at === nameAt && row.same_row !== undefined && (
            <span className={noteClass}>{t('check.same_row', { row: row.same_row + more.first_row })}</span>
          )}
        </td>
      ))}
      <td className={cellClass} colSpan={columns.length - told + 1}>
        {isMaybe ? (
          <Segmented<Decision | ''>
            legend={t('check.decide', { row: number, name })}
            hideLegend
            choices={(['same', 'two', 'out'] as const).map((value) => ({
              value,
              label: t(`decision.${value}`),
            }))}
            value={decision ?? ''}
            onChange={(chosen) => chosen !== '' && onDecide(row.row, chosen)}
          />
        ) : (
          <Result row={row} notes={notes.rest} />
        )}
      </td>
    </tr>
  )
}

const IDENTIFYING = new Set<ColumnKind>(['name', 'first_name', 'last_name', 'email', 'phone'])
const noteClass = 'block text-hint text-ink-3'

/** A cell that was wrong stays a field, so that it keeps the focus once it is mended. */
function Cell({
  kind,
  label,
  value,
  note,
  onChange,
}: {
  kind: ColumnKind
  label: string
  value: string
  note: CellNote | undefined
  onChange: (value: string) => void
}) {
  const t = useText()
  const id = useId()
  const [draft, setDraft] = useState<string>()
  const [wasWrong, setWasWrong] = useState(false)
  const isWrong = note?.isWrong === true
  if (isWrong && !wasWrong) setWasWrong(true)
  const commit = () => {
    if (draft !== undefined && draft !== value) onChange(draft)
    setDraft(undefined)
  }
  if (isWrong || wasWrong)
    return (
      <>
        <input
          className={controlClass({ className: 'import-cell' })}
          aria-label={label}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? id : undefined}
          placeholder={t(`kind.${kind}`)}
          value={draft ?? value}
          onChange={({ target }) => setDraft(target.value)}
          onBlur={commit}
          onKeyDown={({ key }) => key === 'Enter' && commit()}
        />
        {isWrong && <ErrorText id={id} text={note.text} className="mt-1 text-hint" />}
      </>
    )
  return (
    <>
      {kind === 'email' ? <EmailText email={value} /> : kind.endsWith('name') ? <b>{value}</b> : value}
      {note && <span className={noteClass}>{note.text}</span>}
    </>
  )
}

const resultClass = cva('inline-flex items-center gap-1.5 text-hint font-semibold whitespace-nowrap', {
  variants: {
    tone: { ok: 'text-ok', wait: 'text-wait', miss: 'text-miss', same: 'text-ink-2' },
  },
})

function Result({ row, notes }: { row: TriedRow; notes: readonly string[] }) {
  const t = useText()
  const { tone, icon, words } = resultOf(row, t)
  return (
    <>
      <span className={resultClass({ tone })}>
        <Icon name={icon} size="small" />
        {words}
      </span>
      {notes.map((note) => (
        <span className={noteClass} key={note}>
          {note}
        </span>
      ))}
    </>
  )
}

type Shown = { tone: 'ok' | 'wait' | 'miss' | 'same'; icon: IconName; words: string }

function resultOf(row: TriedRow, t: ImportText): Shown {
  const { result, phone_issue, changes = [] } = row
  if (result === 'error' || isTwice(row)) return { tone: 'miss', icon: 'cross', words: t('badge.left_out') }
  if (phone_issue !== undefined)
    return {
      tone: 'wait',
      icon: 'clock',
      words: t(result === 'new' ? 'badge.no_phone' : 'badge.known_no_phone'),
    }
  if (result === 'new') return { tone: 'ok', icon: 'plus', words: t('badge.new') }
  const [only] = changes
  if (only === undefined) return { tone: 'same', icon: 'check', words: t('badge.same') }
  const words =
    changes.length === 1
      ? t('badge.changes', { field: t(`field.${only}`) })
      : t('badge.many_change', { count: changes.length })
  return { tone: 'ok', icon: 'pencil', words }
}

/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/control-has-associated-label -- older Safari exposes a table laid out as a grid only with roles, and a sum has no bar */
import type { Hours } from '@muster/contract/hours'
import { type CSSProperties, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { clockHours, formatCount } from '../../format/hours.ts'
import { useLanguage } from '../../i18n/language.ts'
import { paths } from '../../paths.ts'
import '../../styles/hours.css'
import { Button } from '../../ui/controls/button.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { cardClass } from '../../ui/page/card.ts'
import { PersonLink } from '../../ui/page/person-link.tsx'
import { textLinkClass } from '../../ui/page/text-link.ts'
import type { HoursFilter } from './api.ts'
import { type HoursRow, listRows } from './hours-rows.ts'
import { useText } from './texts.ts'
import type { Grouping } from './use-hours-filter.ts'

const FIRST = 10
/** Rows that are added at once. */
const MORE = 500

type TableProps = { hours: Hours; by: Grouping; filter: HoursFilter }

export function HoursTable({ hours, by, filter }: TableProps) {
  const t = useText()
  const language = useLanguage()
  const [most, setMost] = useState(FIRST)
  const focusNext = useFocusNext()
  const rows = useMemo(() => listRows(hours, by, language), [hours, by, language])
  const shown = rows.slice(0, most)
  const rest = rows.length - shown.length
  const widest = Math.max(1, ...rows.map(({ planned_minutes }) => planned_minutes))
  const erased = by === 'person' ? hours.total.people - rows.length : 0
  const showMore = () => {
    const next = rows[most]
    setMost(most === FIRST ? MORE : most + MORE)
    // The button that had the focus may be gone.
    if (next) focusNext(rowId(next))
  }
  return (
    <section className={cardClass({ padding: 'none', className: 'px-5 pt-1 pb-3 tablet:px-6' })}>
      <table role="table" className="hours-table" aria-label={t(`filter.${by}`)}>
        <Head by={by} />
        <tbody role="rowgroup">
          {shown.map((row) => (
            <Row key={row.id} row={row} widest={widest} by={by} filter={filter} />
          ))}
        </tbody>
        <Foot total={hours.total} by={by} count={rows.length} shown={shown.length} />
      </table>
      {rest > 0 && (
        <Button kind="quiet" className="-ml-3" onClick={showMore}>
          {rest <= MORE
            ? t('show_all', { total: formatCount(rows.length, language) })
            : t('show_more', { count: MORE })}
        </Button>
      )}
      {erased > 0 && <p className="py-2 text-hint text-ink-2">{t('erased', { count: erased })}</p>}
    </section>
  )
}

function Head({ by }: { by: Grouping }) {
  const t = useText()
  return (
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader">{t(`column.${by}`)}</th>
        <th role="columnheader">{t('column.shifts')}</th>
        <th role="columnheader">
          <span className="sr-only">{t('column.share')}</span>
        </th>
        <th role="columnheader">{t('column.planned')}</th>
        <th role="columnheader">{t('column.worked')}</th>
        <th role="columnheader">{t('column.absences')}</th>
        {by === 'person' && (
          <th role="columnheader">
            <span className="sr-only">{t('certificate')}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

const rowId = ({ id }: HoursRow) => `hours-${id}`

function Row({
  row,
  widest,
  by,
  filter,
}: {
  row: HoursRow
  widest: number
  by: Grouping
  filter: HoursFilter
}) {
  const t = useText()
  const language = useLanguage()
  return (
    <tr role="row">
      <th role="rowheader" id={rowId(row)} tabIndex={-1}>
        {by === 'person' ? <PersonLink person_id={row.id}>{row.name}</PersonLink> : row.name}
        {row.about && <span className="ml-2 text-hint font-normal text-ink-2">{row.about}</span>}
      </th>
      <td role="cell">{formatCount(row.shifts, language)}</td>
      <td role="cell">
        <Bar row={row} widest={widest} />
      </td>
      <td role="cell" className="text-ink-2">
        {clockHours(row.planned_minutes, language)}
      </td>
      <td role="cell" className="font-bold">
        {clockHours(row.worked_minutes, language)}
      </td>
      <td role="cell" className={row.absences > 0 ? 'font-bold text-miss' : 'text-ink-3'}>
        {row.absences > 0 ? (
          formatCount(row.absences, language)
        ) : (
          <>
            <span aria-hidden="true">–</span>
            <span className="sr-only">{t('none')}</span>
          </>
        )}
      </td>
      {by === 'person' && (
        <td role="cell">
          {row.worked_minutes > 0 && (
            <Link
              className={textLinkClass}
              aria-label={t('certificate_of', { name: row.name })}
              to={paths.certificates({ ...filter, person_id: row.id })}
            >
              {t('certificate')}
            </Link>
          )}
        </td>
      )}
    </tr>
  )
}

/** What was worked, of what is planned, as a share of the longest row. */
function Bar({ row, widest }: { row: HoursRow; widest: number }) {
  const style: CSSProperties & Record<`--${string}`, string> = {
    '--planned': `${(row.planned_minutes / widest) * 100}%`,
    '--worked': `${(row.worked_minutes / Math.max(1, row.planned_minutes)) * 100}%`,
  }
  return (
    <span className="hours-bar" style={style}>
      <i />
    </span>
  )
}

function Foot({
  total,
  by,
  count,
  shown,
}: {
  total: Hours['total']
  by: Grouping
  count: number
  shown: number
}) {
  const t = useText()
  const language = useLanguage()
  const words = t(`total.${by}`, { count: by === 'person' ? total.people : count })
  return (
    <tfoot role="rowgroup">
      <tr role="row">
        <th role="rowheader">
          {shown < count ? t('total.shown', { total: words, shown: formatCount(shown, language) }) : words}
        </th>
        <td role="cell">{formatCount(total.shifts, language)}</td>
        <td role="cell" />
        <td role="cell">{clockHours(total.planned_minutes, language)}</td>
        <td role="cell">{clockHours(total.worked_minutes, language)}</td>
        <td role="cell">{formatCount(total.absences, language)}</td>
        {by === 'person' && <td role="cell" />}
      </tr>
    </tfoot>
  )
}

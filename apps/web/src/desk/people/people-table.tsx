/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- older Safari exposes a table laid out as a grid only with roles */
import { cva } from 'class-variance-authority'
import { type CSSProperties, memo, type ReactNode } from 'react'
import { fullName } from '../../format/names.ts'
import '../../styles/rows.css'
import '../../styles/shifts.css'
import { usePiece } from '../../ui/page/windowing.tsx'
import { RowBox } from '../shifts/row-box.tsx'
import { EmailLink, OnlySms, PhoneLink } from './contact-links.tsx'
import type { ListedPerson } from './filter-people.ts'
import { Hours } from './hours.tsx'
import { InEventCell } from './in-event-cell.tsx'
import { Lookalike } from './lookalike.tsx'
import { FarPeople, type PiecesProps, type RowProps } from './people-pieces.tsx'
import { PersonMenuButton } from './person-menu.tsx'
import { PersonName } from './person-name.tsx'
import { TagList } from './tag-list.tsx'
import { useText } from './texts.ts'
import { UnreadMark } from './unread-mark.tsx'
import type { ShownColumn } from './use-shown-columns.ts'

const ROW_PX = 53

const rowClass = cva('people-row relative *:min-w-0 *:content-center *:not-last:px-3', {
  variants: {
    kind: {
      head: 'text-hint/body text-ink-3 *:h-11',
      body: [
        'line-above-3 leading-snug *:py-1 *:wrap-anywhere',
        // The coloured row replaces the lines beside it.
        'data-lit:rounded-small data-lit:bg-primary-soft data-lit:before:hidden [[data-lit]+&]:before:hidden',
      ],
    },
  },
})

const WIDTHS: Record<ShownColumn, string> = {
  name: 'minmax(150px, 22fr)',
  team: 'minmax(72px, 11fr)',
  email: 'minmax(140px, 26fr)',
  phone: '160px',
  notes: 'minmax(90px, 16fr)',
  tags: 'minmax(110px, 17fr)',
  in_event: 'minmax(130px, 18fr)',
  hours: '68px',
  actions: '56px',
}

type TableStyle = CSSProperties & { '--people-columns': string }

export function PeopleTable({ pieces, count, columns, selection }: PiecesProps) {
  const t = useText()
  const style: TableStyle = {
    '--people-columns': [...(selection ? ['32px'] : []), ...columns.map((each) => WIDTHS[each])].join(' '),
  }
  const all = pieces.flatMap(({ items }) => items.map(({ id }) => id))
  const ticked = selection ? all.filter((id) => selection.ids.has(id)).length : 0
  return (
    <div className="-mx-6 overflow-x-auto px-3 print:overflow-visible">
      <table
        role="table"
        className="block w-full min-w-fit"
        style={style}
        aria-label={t('title')}
        aria-rowcount={count + 1}
        data-picking={ticked > 0 ? '' : undefined}
      >
        <thead role="rowgroup" className="block">
          <tr role="row" aria-rowindex={1} className={rowClass({ kind: 'head' })}>
            {selection && (
              <td role="cell">
                <RowBox
                  name={t('everybody')}
                  isTicked={ticked > 0 && ticked === all.length}
                  isMixed={ticked > 0 && ticked < all.length}
                  onTick={({ isOn }) => selection.onTickAll(all, isOn)}
                />
              </td>
            )}
            {columns.map((column) => (
              <th key={column} role="columnheader" className={column === 'hours' ? 'text-right' : ''}>
                {column === 'actions' ? (
                  <span className="sr-only">{t('actions')}</span>
                ) : (
                  t(`column.${column}`)
                )}
              </th>
            ))}
          </tr>
        </thead>
        {pieces.map(({ first, items, isAlwaysFull, litId }) => (
          <PeopleBody
            key={first}
            people={items}
            ticked={
              selection &&
              items
                .filter(({ id }) => selection.ids.has(id))
                .map(({ id }) => id)
                .join(' ')
            }
            onTick={selection?.onTick}
            {...{ first, columns, isAlwaysFull, litId }}
          />
        ))}
      </table>
    </div>
  )
}

const PeopleBody = memo(function PeopleBody({
  first,
  people,
  isAlwaysFull,
  litId,
  ticked,
  ...row
}: Omit<RowProps, 'person'> & {
  first: number
  people: readonly ListedPerson[]
  isAlwaysFull: boolean
  litId: string | undefined
  /** Ids, as one text, so that pieces whose rows stay as they are are not rendered again. */
  ticked: string | undefined
}) {
  const { ref, isFull, height = people.length * ROW_PX } = usePiece(isAlwaysFull)
  return (
    <tbody ref={ref} role="rowgroup" className="block">
      {isFull ? (
        people.map((person, index) => (
          <PersonRow
            key={person.id}
            person={person}
            rowIndex={first + index + 2}
            isLit={person.id === litId}
            isTicked={ticked?.includes(person.id) ?? false}
            {...row}
          />
        ))
      ) : (
        <tr role="row" className="block">
          <td role="cell" className="block px-3">
            <FarPeople people={people} height={height} />
          </td>
        </tr>
      )}
    </tbody>
  )
})

const PersonRow = memo(function PersonRow({
  person,
  rowIndex,
  columns,
  isLit,
  isTicked,
  onTick,
}: RowProps & { rowIndex: number; isLit: boolean; isTicked: boolean }) {
  return (
    <tr
      role="row"
      aria-rowindex={rowIndex}
      data-lit={isLit || isTicked ? '' : undefined}
      className={rowClass({ kind: 'body' })}
    >
      {onTick && (
        <td role="cell">
          <RowBox name={fullName(person)} isTicked={isTicked} onTick={(how) => onTick(person.id, how)} />
        </td>
      )}
      {columns.map((column) =>
        column === 'name' ? (
          <th key={column} role="rowheader">
            <PersonName person={person} />
            <UnreadMark has_unread={person.has_unread} />
            {person.lookalike_id && <Lookalike id={person.lookalike_id} />}
          </th>
        ) : (
          <td key={column} role="cell" className={cellClass[column] ?? ''}>
            {CELLS[column](person)}
          </td>
        ),
      )}
    </tr>
  )
})

const cellClass: Partial<Record<ShownColumn, string>> = {
  team: 'text-ink-2',
  notes: 'text-ink-2',
  hours: 'text-right tabular-nums',
  actions: 'pr-1 text-right',
}

const CELLS: Record<Exclude<ShownColumn, 'name'>, (person: ListedPerson) => ReactNode> = {
  team: ({ child_team }) => <span>{child_team}</span>,
  email: ({ email }) => (email ? <EmailLink email={email} /> : email === null && <OnlySms />),
  phone: ({ phone }) => phone && <PhoneLink phone={phone} />,
  notes: ({ notes }) => <span className="line-clamp-3 whitespace-pre-line">{notes}</span>,
  tags: ({ tags }) => <TagList tags={tags} />,
  in_event: ({ in_event }) => <InEventCell counts={in_event} />,
  hours: ({ planned_minutes = 0 }) => <Hours minutes={planned_minutes} />,
  actions: (person) => <PersonMenuButton person={person} />,
}

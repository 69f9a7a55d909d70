/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- older Safari takes a table laid out as a grid for no table */
import type { Person } from '@muster/contract/people'
import { cva } from 'class-variance-authority'
import { memo } from 'react'
import { fullName } from '../../format/names.ts'
import { EmailLink, PhoneLink } from './contact-links.tsx'
import type { PiecesProps } from './people-list.tsx'
import { PersonMenuButton } from './person-menu.tsx'
import { pieceClass } from './piece.ts'
import { useText } from './texts.ts'

/** Of a row with one line, in px: what is kept free for each that was never laid out. */
const ROW_HEIGHT = 53

const rowClass = cva('grid grid-cols-[22fr_13fr_38fr_168px_18fr_56px] *:min-w-0 *:content-center *:px-3', {
  variants: {
    kind: {
      head: '*:h-11 *:text-hint/body *:text-ink-3',
      person: [
        'line-above-3 leading-snug *:py-1 *:wrap-anywhere *:last:pr-1 *:last:pl-0 *:last:text-right',
        'data-lit:rounded-small data-lit:bg-primary-soft data-lit:before:hidden [[data-lit]+&]:before:hidden',
      ],
    },
  },
})

/** The rows are grids, for the browser skips no part of a table laid out as one. */
export function PeopleTable({ pieces, count, litId }: PiecesProps) {
  const t = useText()
  return (
    <table
      role="table"
      className="-mx-3 block w-[calc(100%+24px)]!"
      aria-label={t('title')}
      aria-rowcount={count + 1}
    >
      <thead role="rowgroup" className="block">
        <tr role="row" aria-rowindex={1} className={rowClass({ kind: 'head' })}>
          <th role="columnheader">{t('name')}</th>
          <th role="columnheader">{t('team')}</th>
          <th role="columnheader">{t('email')}</th>
          <th role="columnheader">{t('phone')}</th>
          <th role="columnheader">{t('notes')}</th>
          <th role="columnheader">
            <span className="sr-only">{t('actions')}</span>
          </th>
        </tr>
      </thead>
      {pieces.map(({ first, people, isDrawn }) => (
        <PeopleBody
          key={first}
          first={first}
          people={people}
          isDrawn={isDrawn}
          litId={people.some(({ id }) => id === litId) ? litId : undefined}
        />
      ))}
    </table>
  )
}

// Kept while nothing of it changes: a sheet that opens lights one row and draws no other.
const PeopleBody = memo(function PeopleBody({
  first,
  people,
  isDrawn,
  litId,
}: {
  first: number
  people: readonly Person[]
  isDrawn: boolean
  litId: string | undefined
}) {
  const height = people.length * ROW_HEIGHT
  if (!isDrawn) return <tbody role="presentation" className="block" style={{ height }} />
  return (
    <tbody
      role="rowgroup"
      className={`block ${pieceClass}`}
      style={{ containIntrinsicBlockSize: `auto ${height}px` }}
    >
      {people.map((person, index) => (
        // The head is the first row.
        <PersonRow key={person.id} person={person} rowIndex={first + index + 2} isLit={person.id === litId} />
      ))}
    </tbody>
  )
})

// At every key of the search most rows stay.
const PersonRow = memo(function PersonRow({
  person,
  rowIndex,
  isLit,
}: {
  person: Person
  rowIndex: number
  isLit: boolean
}) {
  return (
    <tr
      role="row"
      aria-rowindex={rowIndex}
      data-lit={isLit ? '' : undefined}
      className={rowClass({ kind: 'person' })}
    >
      <th role="rowheader">{fullName(person)}</th>
      <td role="cell" className="text-ink-2">
        {person.child_team}
      </td>
      <td role="cell">
        <EmailLink email={person.email} />
      </td>
      <td role="cell">{person.phone && <PhoneLink phone={person.phone} />}</td>
      <td role="cell" className="text-ink-2">
        <span className="line-clamp-3 whitespace-pre-line">{person.notes}</span>
      </td>
      <td role="cell">
        <PersonMenuButton person={person} />
      </td>
    </tr>
  )
})

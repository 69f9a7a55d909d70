/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- older Safari exposes a table laid out as a grid only with roles */
import type { Person } from '@muster/contract/people'
import { cva } from 'class-variance-authority'
import { memo } from 'react'
import { fullName } from '../../format/names.ts'
import '../../styles/rows.css'
import { usePiece } from '../../ui/page/windowing.tsx'
import { EmailLink, OnlySms, PhoneLink } from './contact-links.tsx'
import { Lookalike } from './lookalike.tsx'
import { FarPeople, type PiecesProps } from './people-pieces.tsx'
import { PersonMenuButton } from './person-menu.tsx'
import { useText } from './texts.ts'
import { UnreadMark } from './unread-mark.tsx'

const ROW_PX = 53

const rowClass = cva('people-row *:min-w-0 *:content-center *:not-last:px-3', {
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

export function PeopleTable({ pieces, count, hasTeams }: PiecesProps) {
  const t = useText()
  return (
    <table
      role="table"
      className="-mx-3 block w-[calc(100%+24px)]!"
      aria-label={t('title')}
      aria-rowcount={count + 1}
    >
      <thead role="rowgroup" className="block">
        <tr
          role="row"
          aria-rowindex={1}
          data-without-team={hasTeams ? undefined : ''}
          className={rowClass({ kind: 'head' })}
        >
          <th role="columnheader">{t('name')}</th>
          {hasTeams && <th role="columnheader">{t('team')}</th>}
          <th role="columnheader">{t('email')}</th>
          <th role="columnheader">{t('phone')}</th>
          <th role="columnheader">{t('notes')}</th>
          <th role="columnheader">
            <span className="sr-only">{t('actions')}</span>
          </th>
        </tr>
      </thead>
      {pieces.map(({ first, items, isAlwaysFull, litId }) => (
        <PeopleBody key={first} people={items} {...{ first, hasTeams, isAlwaysFull, litId }} />
      ))}
    </table>
  )
}

const PeopleBody = memo(function PeopleBody({
  first,
  people,
  hasTeams,
  isAlwaysFull,
  litId,
}: {
  first: number
  hasTeams: boolean
  people: readonly Person[]
  isAlwaysFull: boolean
  litId: string | undefined
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
            hasTeams={hasTeams}
            isLit={person.id === litId}
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
  hasTeams,
  isLit,
}: {
  person: Person
  rowIndex: number
  hasTeams: boolean
  isLit: boolean
}) {
  return (
    <tr
      role="row"
      aria-rowindex={rowIndex}
      data-lit={isLit ? '' : undefined}
      data-without-team={hasTeams ? undefined : ''}
      className={rowClass({ kind: 'body' })}
    >
      <th role="rowheader">
        {fullName(person)}
        <UnreadMark has_unread={person.has_unread} />
        {person.lookalike_id && <Lookalike id={person.lookalike_id} />}
      </th>
      {hasTeams && (
        <td role="cell" className="text-ink-2">
          {person.child_team}
        </td>
      )}
      <td role="cell">
        {person.email ? <EmailLink email={person.email} /> : person.email === null && <OnlySms />}
      </td>
      <td role="cell">{person.phone && <PhoneLink phone={person.phone} />}</td>
      <td role="cell" className="text-ink-2">
        <span className="line-clamp-3 whitespace-pre-line">{person.notes}</span>
      </td>
      <td role="cell" className="pr-1 text-right">
        <PersonMenuButton person={person} />
      </td>
    </tr>
  )
})

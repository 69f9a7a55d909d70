import type { Person } from '@muster/contract/people'
import { memo } from 'react'
import { fullName } from '../../format/names.ts'
import { useNearScreen } from '../../ui/use-near-screen.ts'
import { EmailLink, PhoneLink } from './contact-links.tsx'
import type { PeopleListProps, Piece } from './people-list.tsx'
import { PersonMenu } from './person-menu.tsx'
import { useText } from './texts.ts'

/** Of a row with one line, in px: what a piece that was never drawn keeps free for each. */
const ROW_HEIGHT = 53

export function PeopleTable({ people, pieces, ...list }: PeopleListProps & { pieces: readonly Piece[] }) {
  const t = useText()
  return (
    <table aria-label={t('title')} aria-rowcount={people.length + 1}>
      <colgroup>
        <col className="w-[22%]" />
        <col className="w-[12%]" />
        <col className="w-[322px]" />
        <col className="w-[168px]" />
        <col />
        <col className="w-14" />
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col">{t('name')}</th>
          <th scope="col">{t('team')}</th>
          <th scope="col">{t('email')}</th>
          <th scope="col">{t('phone')}</th>
          <th scope="col">{t('notes')}</th>
          <th scope="col">
            <span className="sr-only">{t('actions')}</span>
          </th>
        </tr>
      </thead>
      {pieces.map((piece) => (
        <PeopleBody key={piece.first} piece={piece} {...list} />
      ))}
    </table>
  )
}

function PeopleBody({
  piece: { first, people },
  highlightedId,
  ...actions
}: Omit<PeopleListProps, 'people'> & { piece: Piece }) {
  const { ref, isNear, height = people.length * ROW_HEIGHT } = useNearScreen(first === 0)
  return (
    <tbody ref={ref}>
      {isNear ? (
        people.map((person, index) => (
          <PersonRow
            key={person.id}
            person={person}
            // The head is the first row.
            rowIndex={first + index + 2}
            isHighlighted={person.id === highlightedId}
            {...actions}
          />
        ))
      ) : (
        <tr aria-hidden="true" style={{ height }} />
      )}
    </tbody>
  )
}

type PersonRowProps = Pick<PeopleListProps, 'onEdit' | 'onWrite' | 'onDelete'> & {
  person: Person
  rowIndex: number
  isHighlighted: boolean
}

// Kept while nothing of it changes: at every key of the search most rows stay.
const PersonRow = memo(function PersonRow({ person, rowIndex, isHighlighted, ...actions }: PersonRowProps) {
  return (
    <tr aria-rowindex={rowIndex} className={isHighlighted ? 'on' : undefined}>
      <th scope="row">{fullName(person)}</th>
      <td className="text-ink-2">{person.child_team}</td>
      <td>
        <EmailLink email={person.email} />
      </td>
      <td>{person.phone && <PhoneLink phone={person.phone} />}</td>
      <td className="text-ink-2">
        <span className="line-clamp-3 whitespace-pre-line">{person.notes}</span>
      </td>
      <td>
        <PersonMenu person={person} {...actions} />
      </td>
    </tr>
  )
})

import type { Person } from '@muster/contract/people'
import { memo } from 'react'
import { fullName } from '../../format/names.ts'
import { cardClass } from '../../ui/page/card.ts'
import { EmailLink, PhoneLink } from './contact-links.tsx'
import type { PiecesProps } from './people-list.tsx'
import { PersonMenuButton } from './person-menu.tsx'
import { pieceClass } from './piece.ts'
import { useText } from './texts.ts'

/** Of a card and the gap below it, in px: what is kept free for each that was never laid out. */
const CARD_HEIGHT = 170

/** The table for narrow screens: a card each. */
export function PeopleCards({ pieces, count, litId }: PiecesProps) {
  const t = useText()
  return (
    <section aria-label={t('title')}>
      {pieces.map(({ first, people, isDrawn }) => (
        <CardList
          key={first}
          first={first}
          people={people}
          isDrawn={isDrawn}
          count={count}
          litId={people.some(({ id }) => id === litId) ? litId : undefined}
        />
      ))}
    </section>
  )
}

const CardList = memo(function CardList({
  first,
  people,
  isDrawn,
  count,
  litId,
}: {
  first: number
  people: readonly Person[]
  isDrawn: boolean
  count: number
  litId: string | undefined
}) {
  const height = people.length * CARD_HEIGHT
  if (!isDrawn) return <div style={{ height }} />
  return (
    <ul
      className={`grid gap-2 pb-2 print:grid-cols-2 ${pieceClass}`}
      style={{ containIntrinsicBlockSize: `auto ${height}px` }}
    >
      {people.map((person, index) => (
        <PersonCard
          key={person.id}
          person={person}
          position={first + index + 1}
          count={count}
          isLit={person.id === litId}
        />
      ))}
    </ul>
  )
})

const PersonCard = memo(function PersonCard({
  person,
  position,
  count,
  isLit,
}: {
  person: Person
  position: number
  count: number
  isLit: boolean
}) {
  const t = useText()
  return (
    <li
      aria-posinset={position}
      aria-setsize={count}
      className={cardClass({
        padding: 'small',
        className: `break-inside-avoid ${isLit ? 'bg-primary-soft!' : ''}`,
      })}
    >
      <div className="flex items-start justify-between gap-2">
        <h2 className="pt-2.5 text-base font-semibold">
          {fullName(person)}
          {person.child_team && <span className="font-normal text-ink-2"> · {person.child_team}</span>}
        </h2>
        <PersonMenuButton person={person} />
      </div>
      <div className="grid justify-items-start">
        {person.phone ? (
          <PhoneLink phone={person.phone} />
        ) : (
          <span className="text-meta text-ink-3">{t('no_phone')}</span>
        )}
        <EmailLink email={person.email} />
      </div>
      {person.notes && <p className="mt-1 line-clamp-3 whitespace-pre-line text-ink-2">{person.notes}</p>}
    </li>
  )
})

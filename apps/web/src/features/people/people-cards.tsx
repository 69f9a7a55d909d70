import type { Person } from '@muster/contract/people'
import { memo } from 'react'
import { fullName } from '../../format/names.ts'
import { useNearScreen } from '../../ui/use-near-screen.ts'
import { EmailLink, PhoneLink } from './contact-links.tsx'
import type { PeopleListProps, Piece } from './people-list.tsx'
import { PersonMenu } from './person-menu.tsx'
import { useText } from './texts.ts'

/** Of a card and the gap below it, in px: what a piece that was never drawn keeps free for each. */
const CARD_HEIGHT = 170

/** The table for narrow screens: a card each. */
export function PeopleCards({ people, pieces, ...list }: PeopleListProps & { pieces: readonly Piece[] }) {
  const t = useText()
  return (
    <section aria-label={t('title')}>
      {pieces.map((piece) => (
        <CardList key={piece.first} piece={piece} count={people.length} {...list} />
      ))}
    </section>
  )
}

function CardList({
  piece: { first, people },
  count,
  highlightedId,
  ...actions
}: Omit<PeopleListProps, 'people'> & { piece: Piece; count: number }) {
  const { ref, isNear, height = people.length * CARD_HEIGHT } = useNearScreen(first === 0)
  if (!isNear) return <div ref={ref} style={{ height }} />
  return (
    <ul ref={ref} className="grid gap-2 pb-2">
      {people.map((person, index) => (
        <PersonCard
          key={person.id}
          person={person}
          position={first + index + 1}
          count={count}
          isHighlighted={person.id === highlightedId}
          {...actions}
        />
      ))}
    </ul>
  )
}

type PersonCardProps = Pick<PeopleListProps, 'onEdit' | 'onWrite' | 'onDelete'> & {
  person: Person
  position: number
  count: number
  isHighlighted: boolean
}

const PersonCard = memo(function PersonCard({
  person,
  position,
  count,
  isHighlighted,
  ...actions
}: PersonCardProps) {
  const t = useText()
  return (
    <li
      aria-posinset={position}
      aria-setsize={count}
      className={`card p-4! ${isHighlighted ? 'bg-primary-soft!' : ''}`}
    >
      <div className="flex items-start justify-between gap-2">
        <h2 className="pt-2.5 text-base font-semibold">
          {fullName(person)}
          {person.child_team && <span className="font-normal text-ink-2"> · {person.child_team}</span>}
        </h2>
        <PersonMenu person={person} {...actions} />
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

import type { Person } from '@muster/contract/people'
import { contactsShownTo } from '@muster/contract/rules/member-role'
import { memo } from 'react'
import { fullName } from '../../format/names.ts'
import { cardClass } from '../../ui/page/card.ts'
import { usePiece } from '../../ui/page/windowing.tsx'
import { useOrganization } from '../organizations/use-organization.ts'
import { EmailLink, OnlySms, PhoneLink } from './contact-links.tsx'
import { Lookalike } from './lookalike.tsx'
import { FarPeople, type PiecesProps } from './people-pieces.tsx'
import { PersonMenuButton } from './person-menu.tsx'
import { useText } from './texts.ts'
import { UnreadMark } from './unread-mark.tsx'

const CARD_PX = 170

export function PeopleCards({ pieces, count }: PiecesProps) {
  const t = useText()
  return (
    <section aria-label={t('title')}>
      {pieces.map(({ first, items, isAlwaysFull, litId }) => (
        <CardPiece
          key={first}
          first={first}
          people={items}
          isAlwaysFull={isAlwaysFull}
          count={count}
          litId={litId}
        />
      ))}
    </section>
  )
}

const CardPiece = memo(function CardPiece({
  first,
  people,
  isAlwaysFull,
  count,
  litId,
}: {
  first: number
  people: readonly Person[]
  isAlwaysFull: boolean
  count: number
  litId: string | undefined
}) {
  const { ref, isFull, height = people.length * CARD_PX } = usePiece(isAlwaysFull)
  if (!isFull) {
    return (
      <div ref={ref}>
        <FarPeople people={people} height={height} />
      </div>
    )
  }
  return (
    <ul ref={ref} className="grid gap-2 pb-2 print:grid-cols-2">
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
  const role = useOrganization()?.role
  const isPhoneShown = role !== undefined && contactsShownTo(role) !== 'none'
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
          <UnreadMark has_unread={person.has_unread} />
          {person.lookalike_id && <Lookalike id={person.lookalike_id} />}
        </h2>
        <PersonMenuButton person={person} />
      </div>
      <div className="grid justify-items-start">
        {person.phone ? (
          <PhoneLink phone={person.phone} />
        ) : (
          isPhoneShown && <span className="text-meta text-ink-3">{t('no_phone')}</span>
        )}
        {person.email ? <EmailLink email={person.email} /> : person.email === null && <OnlySms />}
      </div>
      {person.notes && <p className="mt-1 line-clamp-3 whitespace-pre-line text-ink-2">{person.notes}</p>}
    </li>
  )
})

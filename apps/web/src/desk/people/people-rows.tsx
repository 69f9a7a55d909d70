import type { Language } from '@muster/contract/language'
import { contactsShownTo } from '@muster/contract/rules/member-role'
import { memo } from 'react'
import { fullName } from '../../format/names.ts'
import { useLanguage } from '../../i18n/language.ts'
import { iconButtonClass } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { usePiece } from '../../ui/page/windowing.tsx'
import { useOrganization } from '../organizations/use-organization.ts'
import { longPress } from '../shifts/long-press.ts'
import { RowBox } from '../shifts/row-box.tsx'
import { EmailLink, PhoneLink } from './contact-links.tsx'
import type { ListedPerson } from './filter-people.ts'
import { useInEventWords } from './in-event-cell.tsx'
import { letterOf } from './letters.ts'
import { Lookalike } from './lookalike.tsx'
import { FarPeople, type PiecesProps, type RowProps } from './people-pieces.tsx'
import { PersonMenuButton } from './person-menu.tsx'
import { PersonName } from './person-name.tsx'
import { useText } from './texts.ts'
import { UnreadMark } from './unread-mark.tsx'

const ROW_PX = 60

type Letters = PiecesProps['letters']

/** On a phone, and on paper. */
export function PeopleRows({ pieces, count, columns, selection, letters }: PiecesProps) {
  const t = useText()
  return (
    <section aria-label={t('title')} data-picking={selection && selection.ids.size > 0 ? '' : undefined}>
      {pieces.map(({ first, items, before, isAlwaysFull, litId }) => (
        <RowsPiece
          key={first}
          people={items}
          ticked={
            selection &&
            items
              .filter(({ id }) => selection.ids.has(id))
              .map(({ id }) => id)
              .join(' ')
          }
          isPicking={selection !== undefined && selection.ids.size > 0}
          onTick={selection?.onTick}
          {...{ first, before, isAlwaysFull, litId, columns, count, letters }}
        />
      ))}
    </section>
  )
}

const RowsPiece = memo(function RowsPiece({
  first,
  people,
  before,
  isAlwaysFull,
  litId,
  ticked,
  count,
  letters,
  ...row
}: Omit<RowProps, 'person'> & {
  first: number
  people: readonly ListedPerson[]
  before: ListedPerson | undefined
  isAlwaysFull: boolean
  litId: string | undefined
  ticked: string | undefined
  isPicking: boolean
  count: number
  letters: Letters
}) {
  const language = useLanguage()
  const { ref, isFull, height = people.length * ROW_PX } = usePiece(isAlwaysFull)
  return (
    <div ref={ref} data-first={first}>
      {isFull ? (
        <ul className="print:grid print:grid-cols-2 print:gap-x-6">
          {people.map((person, index) => (
            <PersonRow
              key={person.id}
              person={person}
              letter={startingLetter(person, people[index - 1] ?? before, letters, language)}
              position={first + index + 1}
              count={count}
              isLit={person.id === litId}
              isTicked={ticked?.includes(person.id) ?? false}
              {...row}
            />
          ))}
        </ul>
      ) : (
        <FarPeople people={people} height={height} />
      )}
    </div>
  )
})

/** The letter above a row, if it is the first with it. */
function startingLetter(
  person: ListedPerson,
  before: ListedPerson | undefined,
  letters: Letters,
  language: Language,
): string | undefined {
  if (!letters) return undefined
  const letter = letterOf(person, letters, language)
  return before && letterOf(before, letters, language) === letter ? undefined : letter
}

const PersonRow = memo(function PersonRow({
  person,
  letter,
  position,
  count,
  columns,
  isLit,
  isTicked,
  isPicking,
  onTick,
}: RowProps & {
  letter: string | undefined
  position: number
  count: number
  isLit: boolean
  isTicked: boolean
  isPicking: boolean
}) {
  const name = fullName(person)
  return (
    <li aria-posinset={position} aria-setsize={count} className="break-inside-avoid">
      {letter !== undefined && (
        <h2
          data-letter={letter}
          className="sticky top-14 z-2 bg-canvas pt-2 text-meta/body font-semibold text-ink-2 print:hidden"
        >
          {letter}
        </h2>
      )}
      <div
        {...(onTick && longPress(() => onTick(person.id, { isOn: !isTicked, isRange: false })))}
        data-lit={isLit || isTicked ? '' : undefined}
        className="relative flex min-h-15 items-center gap-0.5 border-b border-line py-1.5 data-lit:bg-primary-soft"
      >
        {onTick && isPicking && (
          <span className="relative h-11 w-10 flex-none">
            <RowBox name={name} isTicked={isTicked} onTick={(how) => onTick(person.id, how)} />
          </span>
        )}
        <div className="min-w-0 flex-1 leading-snug wrap-anywhere select-none print:select-auto">
          <p className="font-semibold">
            <PersonName person={person} className="max-desktop:py-2" />
            <UnreadMark has_unread={person.has_unread} />
          </p>
          {person.lookalike_id && <Lookalike id={person.lookalike_id} />}
          <SubLine person={person} columns={columns} />
          <div className="hidden print:block">
            {person.phone && <PhoneLink phone={person.phone} />}{' '}
            {person.email && <EmailLink email={person.email} />}
            {person.notes && <p className="whitespace-pre-line text-ink-2">{person.notes}</p>}
          </div>
        </div>
        <CallButton person={person} />
        <PersonMenuButton person={person} />
      </div>
    </li>
  )
})

/** What is worth a second line: the team, how they are reached if not as most, and the chosen columns. */
function SubLine({ person, columns }: Pick<RowProps, 'person' | 'columns'>) {
  const t = useText()
  const words = useInEventWords()
  const parts = [
    person.child_team,
    person.email === null && t('only_sms'),
    columns.includes('in_event') && words(person.in_event),
    columns.includes('tags') && person.tags.join(', '),
  ].filter(Boolean)
  if (parts.length === 0) return null
  return <p className="text-meta/snug text-ink-2">{parts.join(' · ')}</p>
}

function CallButton({ person: { phone, ...person } }: Pick<RowProps, 'person'>) {
  const t = useText()
  const role = useOrganization()?.role
  if (!phone)
    return role && contactsShownTo(role) !== 'none' ? (
      <span className="grid size-11 flex-none place-items-center text-ink-3 print:hidden">
        <Icon name="ban" size="small" />
        <span className="sr-only">{t('no_phone')}</span>
      </span>
    ) : null
  return (
    <a
      href={`tel:${phone}`}
      aria-label={t('call', { name: fullName(person) })}
      className={iconButtonClass({ className: 'text-primary print:hidden' })}
    >
      <Icon name="phone" />
    </a>
  )
}

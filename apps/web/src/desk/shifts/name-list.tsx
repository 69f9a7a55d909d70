import { foldForSearch, searchWords } from '@muster/contract/rules/fold'
import type { Assignment, Shift } from '@muster/contract/shifts'
import { useMemo } from 'react'
import { fullName } from '../../format/names.ts'
import { groupNames, type NameGroup, shortName } from './group-names.ts'
import { useText } from './texts.ts'

/** The people of a shift as chips, or as words where the list is narrow. */
export function NameList({
  shift,
  now,
  shared,
  query,
}: {
  shift: Shift
  now: string
  /** First names of several people. */
  shared: string
  query: string
}) {
  const groups = groupNames(shift, now)
  const words = useMemo(() => searchWords(query), [query])
  const isHit = ({ person }: Assignment) => {
    const name = foldForSearch(fullName(person))
    return words.length > 0 && words.every((word) => name.includes(word))
  }
  // A person who is searched for is named, also among the many of "+8".
  const hits = words.length > 0 ? shift.assignment.filter(isHit) : []
  if (groups.length === 0) return null
  const chips = groups.flatMap((group) => chipsOf(group, hits))
  const show = ({ people, ...chip }: Chip) => (
    <NameChip
      key={`${chip.kind} ${people[0]?.id ?? ''}`}
      {...{ people, shared, ...chip }}
      isHit={people.some((each) => hits.includes(each))}
    />
  )
  const [confirmed, others] = [
    chips.filter(({ kind }) => kind === 'confirmed'),
    chips.filter(({ kind }) => kind !== 'confirmed'),
  ]
  return (
    <span className="names" data-searched={hits.length > 0 || undefined}>
      {confirmed.length > 0 && <span className="coming">{confirmed.map(show)}</span>}
      {others.map(show)}
    </span>
  )
}

type Chip = NameGroup & { rest: boolean }

/** One chip a person for those who come or were just asked; one for all others of a state. */
function chipsOf({ kind, people, more, areOffered }: NameGroup, hits: readonly Assignment[]): Chip[] {
  if (areOffered) return [{ kind, people, more, areOffered, rest: false }]
  const isSingle = kind === 'confirmed' || more === 0
  if (!isSingle || kind === 'not_asked' || kind === 'expired') {
    const named = [
      ...people.filter((each) => hits.includes(each)),
      ...people.filter((each) => !hits.includes(each)),
    ]
    return [{ kind, people: named, more, rest: false }]
  }
  const chips: Chip[] = people.map((each) => ({ kind, people: [each], more: 0, rest: false }))
  return more > 0 ? [...chips, { kind, people: [], more, rest: true }] : chips
}

function NameChip({
  kind,
  people,
  more,
  areOffered,
  rest,
  shared,
  isHit,
}: Chip & { shared: string; isHit: boolean }) {
  const t = useText()
  if (areOffered)
    return (
      <span className="name" data-kind={kind}>
        <span className="max-w-none! truncate">{t('first_yes', { count: more })}</span>
      </span>
    )
  const names = people.map(({ person }) => shortName(person, shared)).join(', ')
  return (
    <span className="name" data-kind={rest ? 'more' : kind} data-hit={isHit || undefined}>
      <span className="truncate" translate="no">
        {[names, more > 0 && `+${more}`].filter(Boolean).join(' ')}
      </span>
      {kind !== 'confirmed' && kind !== 'asked' && <small>{t(`state.${kind}`)}</small>}
    </span>
  )
}

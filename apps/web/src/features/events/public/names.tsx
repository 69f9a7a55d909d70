import type { PublicShift } from '@muster/contract/events'
import { useState } from 'react'
import { fullName } from '../../../format/names.ts'
import { usePublicText } from './texts.ts'

/** Up to this many are all named; of more the first two. */
const ALL_NAMED = 3
const FIRST = 2

/** "Anna Berg, Maja Ek and 2 more"; who has just come is named, and lit, in any case. D22: there may be no names. */
export function PublicNames({ shift, lit }: { shift: PublicShift; lit: ReadonlySet<string> }) {
  const t = usePublicText()
  const [isOpen, setOpen] = useState(false)
  const people = shift.assigned_people
  if (shift.assigned_count === 0) return <p className="names text-ink-2">{t('nobody')}</p>
  if (people.length === 0) return null
  const isLong = people.length > ALL_NAMED
  const named =
    isOpen || !isLong ? people : people.filter(({ person_id }, index) => index < FIRST || lit.has(person_id))
  const rest = people.length - named.length
  return (
    <p className="names">
      <span className="sr-only">{t('signed_up')} </span>
      {named.map((person, index) => (
        <span key={person.person_id}>
          <span className={lit.has(person.person_id) ? 'new-name' : ''}>{fullName(person)}</span>
          {index < named.length - 1 && ', '}
        </span>
      ))}
      {isLong && (rest > 0 || isOpen) && (
        <>
          {' '}
          <button
            type="button"
            className="more-names"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? t('fewer_names') : t('more_names', { count: rest })}
          </button>
        </>
      )}
    </p>
  )
}

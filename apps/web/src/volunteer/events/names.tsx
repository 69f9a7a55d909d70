import type { PublicShift } from '@muster/contract/public-event'
import { type ReactNode, useState } from 'react'
import { fullName } from '../../format/names.ts'
import { LiveText } from '../../ui/feedback/live-text.tsx'
import { Highlight } from './highlight.tsx'
import { usePublicText } from './texts.ts'

/** Maximum number of people who are all named. With more, only the first two are. */
const ALL_NAMED = 3
const FIRST = 2

/** D44: free places are held for the waiting list. */
export const isKept = ({ spots_left, assigned_count, required_qty }: PublicShift) =>
  spots_left === 0 && assigned_count < required_qty

type NamesProps = { shift: PublicShift; lit: ReadonlySet<string>; isOver: boolean }

/** The height of both lines is reserved, so that live changes move nothing. */
export function LiveNames({ second, ...names }: NamesProps & { second: ReactNode }) {
  if (names.isOver) return <PublicNames {...names} />
  return (
    <div className="grid min-h-[calc(1lh+4px+1.3125rem)] content-start gap-1">
      <PublicNames {...names} />
      {second}
    </div>
  )
}

/** Presence replaces the names of a row, so that nothing moves, but never while a new name is highlighted. */
export function RowNames({ shift, lit, isOver, present }: NamesProps & { present: string | false }) {
  const t = usePublicText()
  const hasNewName = shift.assigned_people.some(({ person_id }) => lit.has(person_id))
  if (present && !hasNewName) {
    return (
      <div className="shift-names animate-appear">
        <LiveText>{present}</LiveText>
      </div>
    )
  }
  return (
    <div className="shift-names">
      {shift.assigned_count > 0 && shift.assigned_people.length === 0 ? (
        <p>{t('taken', { taken: shift.assigned_count, needed: shift.required_qty })}</p>
      ) : (
        <PublicNames shift={shift} lit={lit} isOver={isOver} />
      )}
    </div>
  )
}

/** "Anna Berg, Maja Ek and 2 more"; new people are always named. D22: names may be hidden. */
function PublicNames({ shift, lit, isOver }: NamesProps) {
  const t = usePublicText()
  const [isOpen, setOpen] = useState(false)
  const people = shift.assigned_people
  // An empty shift without free spots is reserved for the waiting list (D44). "Be the first" would be wrong there.
  if (shift.assigned_count === 0 && (isOver || shift.spots_left > 0))
    return <p className="text-ink-2">{t(isOver ? 'nobody' : 'nobody_yet')}</p>
  if (people.length === 0) return null
  const isLong = people.length > ALL_NAMED
  const named =
    isOpen || !isLong ? people : people.filter(({ person_id }, index) => index < FIRST || lit.has(person_id))
  const rest = people.length - named.length
  return (
    <p>
      <span className="sr-only">{t('signed_up')} </span>
      {named.map((person, index) => (
        <span key={person.person_id} translate="no">
          <Highlight kind="name" isLit={lit.has(person.person_id)}>
            {fullName(person)}
          </Highlight>
          {index < named.length - 1 && ', '}
        </span>
      ))}
      {isLong && (rest > 0 || isOpen) && (
        <>
          {' '}
          <button
            type="button"
            className="-my-2.5 min-h-11 font-semibold text-primary"
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

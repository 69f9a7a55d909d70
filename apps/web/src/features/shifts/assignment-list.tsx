import { assignmentStatuses } from '@muster/contract/rules/assignment-status'
import type { Assignment } from '@muster/contract/shifts'
import { fullName, sortByName } from '../../format/names.ts'
import { useLanguage } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { useText } from './texts.ts'

/** Who is on a shift, and how to reach them: the number is one tap away. */
export function AssignmentList({ assignments }: { assignments: readonly Assignment[] }) {
  const t = useText()
  const language = useLanguage()
  if (assignments.length === 0) return <p className="px-1 py-2 text-ink-2">{t('nobody')}</p>
  return (
    <ul className="sheet-list" aria-label={t('people')}>
      {sortAssignments(assignments, language).map((assignment) => (
        <AssignmentRow key={assignment.id} assignment={assignment} />
      ))}
    </ul>
  )
}

function AssignmentRow({ assignment }: { assignment: Assignment }) {
  const t = useText()
  const { person, status } = assignment
  return (
    <li className="grid items-center gap-x-6 px-4 py-2 tablet:min-h-16 tablet:grid-cols-[minmax(0,24rem)_1fr]">
      <div>
        <b className="block leading-snug wrap-anywhere">
          {fullName(person)}
          {person.child_team && <span className="font-normal text-ink-2"> ({person.child_team})</span>}
        </b>
        {person.phone ? (
          <a
            className="num inline-flex min-h-11 items-center text-meta tablet:min-h-0"
            href={`tel:${person.phone}`}
          >
            {person.phone}
          </a>
        ) : (
          <span className="text-meta text-ink-3">{t('no_phone')}</span>
        )}
      </div>
      <div>
        <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>
      </div>
    </li>
  )
}

const tones = { CONFIRMED: 'ok', INVITED: 'wait', DECLINED: 'miss', ABSENT: 'neutral' } as const

/** Who comes first, then who may, then who does not; each by name. */
function sortAssignments(assignments: readonly Assignment[], language: 'en' | 'sv'): Assignment[] {
  const named = assignments.map((assignment) => ({ ...assignment.person, assignment }))
  return sortByName(named, language)
    .map(({ assignment }) => assignment)
    .toSorted((a, b) => rank(a) - rank(b))
}

const order = ['CONFIRMED', ...assignmentStatuses.filter((status) => status !== 'CONFIRMED')]

function rank({ status }: Assignment): number {
  return order.indexOf(status)
}

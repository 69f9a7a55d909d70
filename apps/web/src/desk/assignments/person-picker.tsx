import type { Event } from '@muster/contract/events'
import type { Person } from '@muster/contract/people'
import type { Shift } from '@muster/contract/shifts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { useDateFormat } from '../../format/dates.ts'
import { fullName } from '../../format/names.ts'
import { useLanguage } from '../../i18n/language.ts'
import { Picker } from '../../ui/controls/picker.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { peopleQuery } from '../people/api.ts'
import { scheduleQuery } from '../shifts/api.ts'
import {
  type Candidate,
  candidateOf,
  findByName,
  type Hindrance,
  indexNames,
  shiftsByPerson,
} from './find-candidates.ts'
import { MarkedName } from './marked-name.tsx'
import type { StaffingDraft } from './staffing-draft.ts'
import { useText } from './texts.ts'

const PersonSheet = lazy(async () => ({ default: (await import('../people/person-sheet.tsx')).PersonSheet }))

/** Measured: 50 rows delay a key press by 130 ms, 25 by half of that. */
const SHOWN = 25

export function PersonPicker({
  id,
  event,
  shift,
  draft,
  onPick,
}: {
  id: string
  event: Event
  shift: Shift
  draft: StaffingDraft
  onPick: (person: Person) => void
}) {
  const t = useText()
  const [text, setText] = useState('')
  const [isAdding, setIsAdding] = useState(false)
  const { found, rest, status, isStale } = useCandidates({ shift, draft, text })

  return (
    <>
      <Picker
        id={id}
        label={t('add.label')}
        placeholder={t('add.placeholder')}
        text={text}
        onText={setText}
        items={found}
        isStale={isStale}
        keyOf={({ person }) => person.id}
        textOf={({ person }) => fullName(person)}
        isDisabled={({ hindrance }) => hindrance !== undefined}
        renderItem={(candidate) => <CandidateRow event={event} candidate={candidate} typed={text} />}
        onPick={({ person }) => onPick(person)}
        status={status ?? (rest > 0 ? t('more', { count: rest }) : undefined)}
        action={found.length === 0 ? { label: t('add.person'), onPress: () => setIsAdding(true) } : undefined}
      />
      {isAdding && (
        <Suspense fallback={null}>
          <PersonSheet
            onClose={() => setIsAdding(false)}
            onSaved={(person) => {
              setIsAdding(false)
              onPick(person)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

function useCandidates({ shift, draft, text }: { shift: Shift; draft: StaffingDraft; text: string }) {
  const t = useText()
  const language = useLanguage()
  const people = useQuery(peopleQuery())
  const schedule = useQuery(scheduleQuery())
  const searched = useDeferredValue(text)

  const index = useMemo(() => indexNames(people.data ?? [], language), [people.data, language])
  const shiftsOf = useMemo(() => shiftsByPerson(schedule.data ?? []), [schedule.data])
  const isReady = people.data !== undefined && schedule.data !== undefined
  const matches = useMemo(() => (isReady ? findByName(index, searched) : []), [isReady, index, searched])
  const found = useMemo(
    () => matches.slice(0, SHOWN).map((person) => candidateOf(person, { shift, draft, shiftsOf })),
    [matches, shift, draft, shiftsOf],
  )

  const statusOf = () => {
    const error = people.error ?? schedule.error
    if (!isReady) return error ? errorText(error, t('errors.people')) : t('add.loading')
    if (found.length > 0) return undefined
    return index.length === 0 ? t('add.nobody_yet') : t('add.nothing_found', { text: searched.trim() })
  }
  return { found, rest: matches.length - found.length, status: statusOf(), isStale: searched !== text }
}

function CandidateRow({
  event,
  candidate: { person, hindrance, others },
  typed,
}: {
  event: Event
  candidate: Candidate
  typed: string
}) {
  const t = useText()
  const reasonOf = useReason(event)
  const name = (
    <>
      <MarkedName name={fullName(person)} typed={typed} />
      {person.child_team && <span className="text-ink-3"> ({person.child_team})</span>}
    </>
  )
  if (hindrance) {
    return (
      <span>
        {name}
        <span className="mt-0.5 flex items-center gap-1.5 text-hint/tight">
          <Icon name={hindrance.kind === 'busy' ? 'ban' : 'check'} size="tiny" />
          <span>{reasonOf(hindrance)}</span>
        </span>
      </span>
    )
  }
  return (
    <>
      <span>{name}</span>
      <span className="text-hint whitespace-nowrap text-ink-3">
        {others === 0 ? t('add.others_none') : t('others', { count: others })}
      </span>
    </>
  )
}

/** "Busy 13:00–18:00, Kitchen", with the event if it is another one. */
function useReason(event: Event): (hindrance: Hindrance) => string {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  return (hindrance) => {
    if (hindrance.kind !== 'busy') return t(`add.${hindrance.kind}`)
    const { start_dt, end_dt, role, event: other } = hindrance.with
    return t('add.busy', {
      time: format.timeRange(start_dt, end_dt),
      role: other.id === event.id ? role : `${role}, ${other.name}`,
    })
  }
}

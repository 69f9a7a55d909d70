import type { Event } from '@muster/contract/events'
import type { Person } from '@muster/contract/people'
import type { Shift } from '@muster/contract/shifts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { errorText, joinSentences } from '../../api/api-error.ts'
import { useDateFormat } from '../../format/dates.ts'
import { fullName } from '../../format/names.ts'
import { useLanguage } from '../../i18n/language.ts'
import { Picker } from '../../ui/controls/picker.tsx'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { peopleQuery } from '../people/api.ts'
import { scheduleQuery } from '../shifts/api.ts'
import {
  type Candidate,
  candidateOf,
  chosenByEnter,
  findPeople,
  type Hindrance,
  indexNames,
  shiftsByPerson,
  sortCandidates,
} from './find-candidates.ts'
import { MarkedName } from './marked-name.tsx'
import type { StaffingDraft } from './staffing-draft.ts'
import { useText } from './texts.ts'
import { useShortRestWords } from './use-short-rest.ts'

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
  /** `isBusy`: in spite of another shift at that time. */
  onPick: (person: Person, isBusy?: boolean) => void
}) {
  const t = useText()
  const [text, setText] = useState('')
  const [adding, setAdding] = useState<string>()
  const [question, setQuestion] = useState<{ person: Person; hindrance: Hindrance }>()
  const reasonOf = useReason(event)
  const { found, rest, status, isLoading, isStale, searched, find } = useCandidates({
    event,
    shift,
    draft,
    text,
  })
  const best = isStale ? undefined : chosenByEnter(found, text)
  const typed = searched.trim()

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
        best={best}
        findBest={(current) => chosenByEnter(find(current), current)}
        keyOf={({ person }) => person.id}
        textOf={({ person }) => fullName(person)}
        isDisabled={({ hindrance }) => hindrance !== undefined && hindrance.kind !== 'busy'}
        renderItem={(candidate) => (
          <CandidateRow event={event} candidate={candidate} typed={text} isBest={candidate === best} />
        )}
        onPick={({ person, hindrance }) => {
          if (hindrance) setQuestion({ person, hindrance })
          else onPick(person)
        }}
        status={
          <>
            {status ? <p>{status}</p> : rest > 0 && <p>{t('more', { count: rest })}</p>}
            {best && <p>{t('add.enter', { name: fullName(best.person) })}</p>}
            {!best && typed !== '' && found.length > 0 && !isStale && <p>{t('add.none_by_enter')}</p>}
          </>
        }
        action={
          // Whoever is there already is not to be added twice.
          isLoading || (found.length > 0 && (typed === '' || found[0]?.kind === 'exact'))
            ? undefined
            : {
                label: typed === '' ? t('add.person') : t('add.person_named', { name: typed }),
                hint: t('add.person_hint'),
                onPress: () => setAdding(text.trim()),
              }
        }
      />
      {question && (
        <AlertDialog
          title={t('despite.title', { name: fullName(question.person) })}
          confirm={t('despite.add')}
          kind="primary"
          onConfirm={() => {
            onPick(question.person, true)
            setQuestion(undefined)
          }}
          onClose={() => setQuestion(undefined)}
        >
          <p>
            {joinSentences(
              t('errors.conflict', { name: fullName(question.person) }),
              reasonOf(question.hindrance),
            )}
          </p>
        </AlertDialog>
      )}
      {adding !== undefined && (
        <Suspense fallback={null}>
          <PersonSheet
            typed={adding}
            onClose={() => setAdding(undefined)}
            onSaved={(person) => {
              setAdding(undefined)
              onPick(person)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

function useCandidates({
  event,
  shift,
  draft,
  text,
}: {
  event: Event
  shift: Shift
  draft: StaffingDraft
  text: string
}) {
  const t = useText()
  const language = useLanguage()
  const people = useQuery(peopleQuery())
  const schedule = useQuery(scheduleQuery())
  const searched = useDeferredValue(text)

  // After the sheet is shown, which must not wait for what the list needs once it is opened.
  const isDue = useDeferredValue(true, false)
  const isReady = isDue && people.data !== undefined && schedule.data !== undefined
  const index = useMemo(
    () => indexNames(isReady ? people.data : [], language),
    [isReady, people.data, language],
  )
  const shiftsOf = useMemo(() => shiftsByPerson(isReady ? schedule.data : []), [isReady, schedule.data])
  const find = useCallback(
    (typed: string) =>
      isReady
        ? sortCandidates(
            findPeople(index, typed).map((match) => candidateOf(match, { event, shift, draft, shiftsOf })),
          )
        : [],
    [isReady, index, event, shift, draft, shiftsOf],
  )
  const matches = useMemo(() => find(searched), [find, searched])
  const found = useMemo(() => matches.slice(0, SHOWN), [matches])

  const error = people.error ?? schedule.error
  const isLoading = !isReady && !error
  const statusOf = () => {
    if (isLoading) return t('add.loading')
    if (!isReady) return errorText(error, t('errors.people'))
    if (found.length > 0) return undefined
    return index.length === 0 ? t('add.nobody_yet') : t('add.nothing_found', { text: searched.trim() })
  }
  return {
    found,
    rest: matches.length - found.length,
    status: statusOf(),
    isLoading,
    isStale: searched !== text,
    searched,
    find,
  }
}

function CandidateRow({
  event,
  candidate: { person, hindrance, others, short_rest },
  typed,
  isBest,
}: {
  event: Event
  candidate: Candidate
  typed: string
  isBest: boolean
}) {
  const t = useText()
  const reasonOf = useReason(event)
  const restWords = useShortRestWords(event)
  const ofOthers = others === 0 ? t('add.others_none') : t('others', { count: others })
  const free = short_rest ? <span className="text-wait">{restWords(short_rest)}</span> : ofOthers
  return (
    <>
      <span className={`min-w-0 ${hindrance ? 'text-ink-3' : ''}`}>
        <MarkedName name={fullName(person)} typed={typed} />
        {person.child_team && <span className="text-ink-3"> ({person.child_team})</span>}
      </span>
      <span
        className={`ml-auto flex items-center gap-1.5 text-right text-meta/tight ${hindrance ? 'text-ink-3' : 'text-ink-2'}`}
      >
        {hindrance && <Icon name={hindrance.kind === 'busy' ? 'ban' : 'check'} size="tiny" />}
        {hindrance ? reasonOf(hindrance) : free}
      </span>
      {isBest && (
        <kbd
          aria-hidden="true"
          className="flex-none rounded-segment border border-line bg-canvas px-1.5 py-0.5 font-sans text-hint/tight text-ink-3"
        >
          Enter
        </kbd>
      )}
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

import type { Event } from '@muster/contract/events'
import type { Shift } from '@muster/contract/shifts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { now } from '../../clock.ts'
import { fullName } from '../../format/names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { SelectBox } from '../../ui/controls/native-select.tsx'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import type { InviteMethod } from '../assignments/api.ts'
import { AnswerBy } from '../assignments/send/answer-by.tsx'
import { listAnswerTimes } from '../assignments/send/answer-times.ts'
import type { Ask } from '../shifts/api.ts'
import { type Candidate, type Candidates, candidatesQuery } from './api.ts'
import { AskPreview, askAllId } from './ask-preview.tsx'
import { useText } from './texts.ts'
import { useReasons } from './use-reasons.ts'

const SHOWN = 5
const MORE = 3
const METHODS: readonly InviteMethod[] = ['BOTH', 'EMAIL', 'SMS']

type Asking = Ask & { people: readonly Candidate[] }

/** The people who could come: one press asks one, or all who are ticked. */
export function CandidateList({
  event,
  shift,
  places,
  busy,
  problem,
  onAsk,
}: {
  event: Event
  shift: Shift
  /** How many are wanted. */
  places: number
  busy: boolean
  problem: string | undefined
  onAsk: (asking: Asking) => void
}) {
  const t = useText()
  const { data, error, refetch } = useQuery(candidatesQuery(shift.id))
  const [shown, setShown] = useState(SHOWN)
  const [left_out, setLeftOut] = useState<readonly string[]>([])
  const [method, setMethod] = useState<InviteMethod>('BOTH')
  const [times] = useState(() => listAnswerTimes(shift, event.time_zone, now().toISOString()))
  const [answer_by, setAnswerBy] = useState(times[0])
  const focusNext = useFocusNext()

  if (!data && error)
    return (
      <div className="px-5 pb-5">
        <p className="mb-3 text-ink-2">{errorText(error, t('load_failed'))}</p>
        <RetryButton onRetry={() => void refetch()} />
      </div>
    )
  if (!data) return <LoadingCandidates />

  const all = data.candidates.filter(({ channels }) => method === 'BOTH' || channels.includes(method))
  const listed = all.slice(0, shown)
  const ticked = listed.filter(({ person }) => !left_out.includes(person.id))
  const ask = (people: readonly Candidate[], mode: Ask['mode']) => {
    if (people.length === 0 || busy) return
    const person_ids = people.map(({ person }) => person.id)
    onAsk({ people, person_ids, mode, method, ...(answer_by !== undefined && { answer_by }) })
  }
  const isFirst = ticked.length > places
  const words = () => {
    const count = ticked.length
    if (!isFirst) return t('ask_all', { count })
    return places === 1 ? t('first_yes', { count }) : t('first_some', { count, places })
  }

  return (
    <div className="flex min-h-0 flex-col">
      {listed.length === 0 && <p className="border-t border-line px-5 py-5 text-ink-2">{t('nobody')}</p>}
      <ul className="min-h-0 overflow-auto overscroll-contain px-5">
        {listed.map((candidate) => (
          <CandidateRow
            key={candidate.person.id}
            {...{ event, shift, candidate, busy }}
            isTicked={ticked.includes(candidate)}
            onTick={(isTicked) =>
              setLeftOut((before) =>
                isTicked
                  ? before.filter((id) => id !== candidate.person.id)
                  : [...before, candidate.person.id],
              )
            }
            onAsk={() => ask([candidate], 'each')}
          />
        ))}
      </ul>
      <div className="mx-5 flex min-h-9 flex-none items-center gap-3.5 border-t border-line text-compact empty:hidden">
        {all.length > listed.length && (
          <Button
            kind="quiet"
            className="-ml-3 min-h-9! text-compact pointer-coarse:min-h-11!"
            onClick={() => {
              const next = all[shown]
              setShown(shown + MORE)
              if (next) focusNext(boxId(next))
            }}
          >
            {t('more', { count: Math.min(MORE, all.length - listed.length) })}
          </Button>
        )}
        <LeftOut candidates={data} />
      </div>
      {listed.length > 0 && (
        <>
          <div className="flex flex-none flex-wrap items-center gap-2 border-y border-line bg-canvas px-5 py-2.5">
            <SelectBox
              narrow
              className="toolbar-select flex-none"
              aria-label={t('how')}
              value={method}
              onChange={({ currentTarget }) =>
                setMethod(METHODS.find((each) => each === currentTarget.value) ?? 'BOTH')
              }
            >
              {METHODS.map((each) => (
                <option key={each} value={each}>
                  {t(`method.${each}`)}
                </option>
              ))}
            </SelectBox>
            <AnswerBy isInBar event={event} times={times} value={answer_by} onChange={setAnswerBy} />
          </div>
          <AskPreview event={event} shift={shift} people={ticked} {...{ method, answer_by, isFirst }} />
          <div className="flex-none px-5 pt-3 pb-safe-3">
            <Button
              id={askAllId}
              size="big"
              disabled={ticked.length === 0}
              busy={busy && t('asking')}
              onClick={() => ask(ticked, isFirst ? 'first' : 'each')}
            >
              {words()}
            </Button>
            <FormError text={problem} className="mt-2" />
          </div>
        </>
      )}
    </div>
  )
}

function CandidateRow({
  event,
  shift,
  candidate,
  isTicked,
  busy,
  onTick,
  onAsk,
}: {
  event: Event
  shift: Shift
  candidate: Candidate
  isTicked: boolean
  busy: boolean
  onTick: (isTicked: boolean) => void
  onAsk: () => void
}) {
  const t = useText()
  const reasonsOf = useReasons(event, shift)
  const name = fullName(candidate.person)
  const reasons = reasonsOf(candidate)
  return (
    <li className="flex min-h-13 items-center gap-3 border-t border-line py-1">
      <Checkbox
        id={boxId(candidate)}
        className="min-w-0 flex-1"
        aria-label={t('choose', { name })}
        aria-description={reasons}
        checked={isTicked}
        onChange={({ currentTarget }) => onTick(currentTarget.checked)}
        label={
          <>
            <b className="block truncate text-compact" translate="no">
              {name}
            </b>
            <span className="block text-meta/snug text-ink-2">{reasons}</span>
          </>
        }
      />
      <Button
        kind="line"
        className="min-h-9! flex-none rounded-small! px-3.5! text-compact pointer-coarse:min-h-11!"
        aria-label={t('choose', { name })}
        aria-disabled={busy}
        onClick={onAsk}
      >
        {t('ask')}
      </Button>
    </li>
  )
}

const boxId = ({ person }: Candidate) => `candidate-${person.id}`

/** "76 others: 71 busy, 5 want no messages" */
function LeftOut({ candidates: { left_out } }: { candidates: Candidates }) {
  const t = useText()
  const { busy, unreachable } = left_out
  const count = busy + unreachable
  if (count === 0) return null
  const why = [
    busy > 0 && t('busy', { count: busy }),
    unreachable > 0 && t('unreachable', { count: unreachable }),
  ].filter(Boolean)
  return (
    <p className="ml-auto py-1.5 text-right text-hint text-ink-3">
      {t('left_out', { count, why: why.join(', ') })}
    </p>
  )
}

function LoadingCandidates() {
  return (
    <Loading className="grid gap-3 border-t border-line px-5 py-4">
      {Array.from({ length: SHOWN }, (_, at) => (
        <Skeleton key={at} className="h-10" />
      ))}
    </Loading>
  )
}

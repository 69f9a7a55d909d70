import type { Event } from '@muster/contract/events'
import { invitationState } from '@muster/contract/rules/invitation-state'
import type { Shift } from '@muster/contract/shifts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { useDateFormat } from '../../format/dates.ts'
import { fullName } from '../../format/names.ts'
import { useNow } from '../../live/use-now.ts'
import { showUndoable } from '../../ui/consequences/undo-batch.tsx'
import { IconButton } from '../../ui/controls/button.tsx'
import { useCoverageWords } from '../../ui/feedback/coverage-words.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { type Ask, askPeople, refreshShifts, storeShift } from '../shifts/api.ts'
import type { CountedShift } from '../shifts/group-shifts.ts'
import type { Candidate } from './api.ts'
import { askAllId } from './ask-preview.tsx'
import { CandidateList } from './candidate-list.tsx'
import { CardFrame } from './card-frame.tsx'
import { listRunning, RunningAsk } from './running-ask.tsx'
import { useText } from './texts.ts'
import { useFilled } from './use-filled.tsx'

/** D61: who could fill a gap, and once they are asked what they answer. */
export default function FillCard({
  event,
  counted,
  gaps,
  onGo,
  onClose,
}: {
  event: Event
  counted: CountedShift
  /** Shifts with a gap, in the order of the list. */
  gaps: readonly Shift[]
  onGo: (shift: Shift) => void
  onClose: () => void
}) {
  const { shift, coverage } = counted
  const t = useText()
  const client = useQueryClient()
  const now = useNow()
  const titleId = useId()
  const format = useDateFormat(event.time_zone)
  const { openParts } = useCoverageWords()
  const [isAskingMore, setIsAskingMore] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const at = gaps.findIndex(({ id }) => id === shift.id)
  const others = at === -1 ? gaps : gaps.toSpliced(at, 1)
  const [previous, next] = at === -1 ? [gaps.at(-1), gaps[0]] : [gaps[at - 1], gaps[at + 1]]
  const running = listRunning(shift, now)
  const isOpen = running.some((each) => invitationState(each, now) === 'asked')
  const isAsking = isAskingMore || !isOpen || coverage.missing > 0
  const showMore = (isMore: boolean) => {
    setIsAskingMore(isMore)
    title.current?.focus({ preventScroll: true })
  }
  const go = (to: Shift | undefined) => {
    if (!to) return
    setIsAskingMore(false)
    onGo(to)
  }
  useFilled({ event, counted, next: next ?? others[0], onGo: go, onClose })

  const asking = useMutation({
    mutationFn: (ask: Ask & { people: readonly Candidate[] }) => {
      const { people: _, ...body } = ask
      return askPeople(shift.id, body)
    },
    onSuccess: ({ shift: asked, batch_id }, { people, mode }) => {
      storeShift(client, asked)
      showMore(false)
      const [first] = people
      const count = people.length
      const name = first && count === 1 ? fullName(first.person) : ''
      const text = mode === 'first' ? t('asked_first', { count }) : t('asked', { count, name })
      showUndoable(text, batch_id)
    },
    onSettled: () => refreshShifts(client, event.id),
  })
  const problem = asking.isError ? errorText(asking.error, t('failed.ask')) : undefined

  const press = (key: KeyboardEvent) => {
    const isTyping = key.target instanceof Element && key.target.closest('select')
    if (key.key === 'Enter' && (key.ctrlKey || key.metaKey)) document.getElementById(askAllId)?.click()
    if (isTyping || key.ctrlKey || key.metaKey || key.altKey) return
    if (key.key === 'ArrowLeft') go(previous)
    if (key.key === 'ArrowRight') go(next)
  }
  const [missing] = openParts({ needed: 0, confirmed: 0, missing: coverage.missing })

  return (
    <CardFrame shift_id={shift.id} labelledBy={titleId} title={title} onKey={press} onClose={onClose}>
      <div className="flex min-h-0 flex-col">
        <div className="flex flex-none items-center gap-1 pt-2.5 pr-2.5 pl-5">
          <h2 ref={title} id={titleId} tabIndex={-1} className="mr-auto text-h3 font-bold outline-none">
            {isAsking ? t('title') : t('running.said_yes', saidYes(counted, running.length))}
          </h2>
          <IconButton
            className="size-9! pointer-coarse:size-11! aria-disabled:text-line-strong!"
            label={t('previous')}
            aria-disabled={!previous}
            onClick={() => go(previous)}
          >
            <Icon name="left" size="medium" />
          </IconButton>
          <span className="text-hint whitespace-nowrap text-ink-3 tabular-nums max-desktop:sr-only">
            {at !== -1 && t('place', { at: at + 1, all: gaps.length })}
          </span>
          <IconButton
            className="size-9! pointer-coarse:size-11! aria-disabled:text-line-strong!"
            label={t('next')}
            aria-disabled={!next}
            onClick={() => go(next)}
          >
            <Icon name="right" size="medium" />
          </IconButton>
          <IconButton className="size-9! pointer-coarse:size-11!" label={t('close')} onClick={onClose}>
            <Icon name="cross" size="medium" />
          </IconButton>
        </div>
        <p className="flex-none px-5 pb-2.5 text-meta text-ink-2">
          {shift.role.name}, {format.day(shift.start_dt)}, {format.timeRange(shift.start_dt, shift.end_dt)}
          {missing && (
            <>
              {' · '}
              <b className="font-semibold text-miss">{missing.text}</b>
            </>
          )}
        </p>
        {isAsking ? (
          <CandidateList
            key={shift.id}
            event={event}
            shift={shift}
            places={coverage.missing || coverage.needed - coverage.confirmed}
            busy={asking.isPending}
            problem={problem}
            onAsk={asking.mutate}
          />
        ) : (
          <RunningAsk
            key={shift.id}
            event={event}
            shift={shift}
            people={running}
            onAskMore={() => showMore(true)}
          />
        )}
      </div>
    </CardFrame>
  )
}

/** "1 of 2": of the places that were free for those who were asked. */
function saidYes({ coverage }: CountedShift, asked: number) {
  return { count: coverage.confirmed, all: Math.min(coverage.needed, coverage.confirmed + asked) }
}

import type { Event } from '@muster/contract/events'
import { invitationState } from '@muster/contract/rules/invitation-state'
import { DEFAULT_EXTENSION_DAYS } from '@muster/contract/rules/invite-expiry'
import type { Assignment, Shift } from '@muster/contract/shifts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { useDateFormat } from '../../format/dates.ts'
import { fullName } from '../../format/names.ts'
import { useNow } from '../../live/use-now.ts'
import { showUndoable } from '../../ui/consequences/undo-batch.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { PersonLink } from '../../ui/page/person-link.tsx'
import { Expiry } from '../assignments/assignment-state.tsx'
import { useText as useAssignmentText } from '../assignments/texts.ts'
import { refreshShifts, storeShift } from '../shifts/api.ts'
import { giveMoreTime, stopAsking } from './api.ts'
import { useText } from './texts.ts'

type Answer = 'yes' | 'asked' | 'expired' | 'no' | 'taken' | 'stopped'

const ORDER: readonly Answer[] = ['yes', 'asked', 'expired', 'no', 'taken', 'stopped']
const TONES = {
  yes: 'ok',
  asked: 'wait',
  expired: 'wait',
  no: 'miss',
  taken: 'neutral',
  stopped: 'neutral',
} as const
const stopId = 'stop-asking'

/** Those who wait to answer, and all who were asked with them, by their answer. */
export function listRunning({ assignment }: Shift, now: string): Assignment[] {
  const asked = assignment.filter((each) => invitationState(each, now) === 'asked')
  const asks = new Set(asked.flatMap(({ ask_id }) => ask_id ?? []))
  const together = assignment.filter((each) => asked.includes(each) || (each.ask_id && asks.has(each.ask_id)))
  return together.toSorted(
    (one, other) => ORDER.indexOf(answerOf(one, now)) - ORDER.indexOf(answerOf(other, now)),
  )
}

function answerOf(assignment: Assignment, now: string): Answer {
  const { status, offer_ended } = assignment
  if (status === 'CONFIRMED') return 'yes'
  if (offer_ended) return offer_ended
  return status === 'INVITED' ? (invitationState(assignment, now) === 'expired' ? 'expired' : 'asked') : 'no'
}

/** Shows the answers as they come (live), and how asking goes on or ends. */
export function RunningAsk({
  event,
  shift,
  people,
  onAskMore,
}: {
  event: Event
  shift: Shift
  people: readonly Assignment[]
  onAskMore: () => void
}) {
  const t = useText()
  const client = useQueryClient()
  const now = useNow()
  const focusNext = useFocusNext()
  const [isStopping, setIsStopping] = useState(false)
  const open = people.filter((each) => invitationState(each, now) === 'asked')
  const asks = [...new Set(open.flatMap(({ ask_id }) => ask_id ?? []))]
  const offered = open.filter(({ ask_id }) => ask_id !== undefined)
  const settle = () => refreshShifts(client, event.id)
  const time = useMutation({
    mutationFn: () => giveMoreTime(open, DEFAULT_EXTENSION_DAYS),
    onSuccess: () => showToast(t('running.more_time_given')),
    onSettled: settle,
  })
  const stop = useMutation({
    mutationFn: async () => {
      for (const ask_id of asks) {
        const { shift: stopped, batch_id } = await stopAsking(shift.id, ask_id)
        storeShift(client, stopped)
        if (batch_id) showUndoable(t('running.stopped_toast'), batch_id)
      }
    },
    onSettled: settle,
  })
  const failed = stop.isError
    ? errorText(stop.error, t('failed.stop'))
    : time.isError && errorText(time.error, t('failed.time'))
  return (
    <>
      <ul className="min-h-0 overflow-auto overscroll-contain px-5" aria-live="polite">
        {people.map((each) => (
          <AnswerRow key={each.id} event={event} assignment={each} answer={answerOf(each, now)} />
        ))}
      </ul>
      <Deadline event={event} open={open} busy={time.isPending} onMoreTime={() => time.mutate()} />
      <div className="flex flex-none flex-wrap items-center justify-between gap-2 px-3 pt-3 pb-safe-3">
        {isStopping ? (
          <>
            <p className="px-2 text-compact text-ink-2">
              {t('running.stop_question', { count: offered.length })}
            </p>
            <span className="ml-auto flex gap-2">
              <Button
                kind="quiet"
                onClick={() => {
                  setIsStopping(false)
                  focusNext(stopId)
                }}
              >
                {t('running.back')}
              </Button>
              <Button
                id={stopId}
                kind="line"
                busy={stop.isPending && t('running.stopping')}
                onClick={() => stop.mutate()}
              >
                {t('running.stop')}
              </Button>
            </span>
          </>
        ) : (
          <>
            {offered.length > 0 && (
              <Button
                id={stopId}
                kind="quiet"
                onClick={() => {
                  setIsStopping(true)
                  focusNext(stopId)
                }}
              >
                {t('running.stop')}
              </Button>
            )}
            <Button kind="line" className="mr-2 ml-auto" onClick={onAskMore}>
              {t('running.ask_more')}
            </Button>
          </>
        )}
      </div>
      <FormError text={failed || undefined} className="mx-5 mb-3" />
    </>
  )
}

function AnswerRow({ event, assignment, answer }: { event: Event; assignment: Assignment; answer: Answer }) {
  const t = useText()
  const words = useAssignmentText()
  const { weekday, time } = useDateFormat(event.time_zone)
  const { invite_sent_at, invite_method, cancel_reason } = assignment
  const asked =
    invite_sent_at && invite_method
      ? t('running.asked_at', {
          when: `${weekday(invite_sent_at)} ${time(invite_sent_at)}`,
          method: words(`method.${invite_method}`),
        })
      : ''
  return (
    <li className="flex min-h-13 items-center gap-3 border-t border-line">
      <span className="min-w-0 flex-1 leading-snug">
        <b className="block truncate text-compact" translate="no">
          <PersonLink person_id={assignment.person_id}>{fullName(assignment.person)}</PersonLink>
        </b>
        <span className="block truncate text-meta text-ink-2">
          {cancel_reason ? words('reason', { text: cancel_reason }) : asked}
        </span>
      </span>
      <Badge tone={TONES[answer]}>{t(`running.${answer}`)}</Badge>
    </li>
  )
}

/** "29 h left, until Mon 20:00": of those whose time ends first. */
function Deadline({
  event,
  open,
  busy,
  onMoreTime,
}: {
  event: Event
  open: readonly Assignment[]
  busy: boolean
  onMoreTime: () => void
}) {
  const t = useText()
  const now = useNow()
  const { weekday, time } = useDateFormat(event.time_zone)
  const [first] = open
    .flatMap(({ token_expires_at }) => token_expires_at ?? [])
    .toSorted((one, other) => Date.parse(one) - Date.parse(other))
  if (first === undefined) return null
  return (
    <div className="flex flex-none items-center justify-between gap-3 border-y border-line bg-canvas py-1 pr-2 pl-5">
      <span className="flex flex-wrap items-center gap-x-1.5 text-meta text-ink-2 tabular-nums">
        <Expiry token_expires_at={first} now={now} />
        {t('running.until', { when: `${weekday(first)} ${time(first)}` })}
      </span>
      <Button
        kind="quiet"
        className="min-h-9! text-compact pointer-coarse:min-h-11!"
        aria-disabled={busy}
        onClick={onMoreTime}
      >
        {t('running.more_time')}
      </Button>
    </div>
  )
}

import type { Event } from '@muster/contract/events'
import { isTimeUnconfirmed } from '@muster/contract/rules/agreed-times'
import { isSignedUp } from '@muster/contract/rules/assignment-status'
import { DAY_MS } from '@muster/contract/rules/instants'
import { ANSWER_DAYS, expiryBadge } from '@muster/contract/rules/invite-expiry'
import { confirmByInForce } from '@muster/contract/rules/unanswered-move'
import type { Assignment, Shift } from '@muster/contract/shifts'
import { cva } from 'class-variance-authority'
import { useMay } from '../../api/rights.ts'
import { useDateFormat } from '../../format/dates.ts'
import { Answers } from './answers.tsx'
import { stateOf } from './group-assignments.ts'
import { useText } from './texts.ts'

export function useStateWord(): (assignment: Assignment, now: string) => string {
  const t = useText()
  return (assignment, now) => t(`status.${stateOf(assignment, now)}`)
}

/** In the row's line: how much time is left, or when the invitation was sent. */
export function AssignmentMeta({
  event,
  assignment,
  now,
}: {
  event: Event
  assignment: Assignment
  now: string
}) {
  const state = stateOf(assignment, now)
  const { token_expires_at } = assignment
  return (
    <>
      {state === 'asked' && token_expires_at && <Expiry token_expires_at={token_expires_at} now={now} />}
      {(state === 'asked' || state === 'expired') && (
        <SentInvite event={event} assignment={assignment} isShown={state === 'expired'} />
      )}
    </>
  )
}

/** Below the row's line. */
export function AssignmentNotes({
  event,
  shift,
  assignment,
  now,
}: {
  event: Event
  shift: Shift
  assignment: Assignment
  now: string
}) {
  const t = useText()
  const mayRead = useMay('read')
  return (
    <>
      {assignment.offer_ended && (
        <p className="text-hint text-ink-3">{t(`offer_ended.${assignment.offer_ended}`)}</p>
      )}
      {assignment.asked_again_at && isTimeUnconfirmed(assignment, shift, now) && (
        <AskedAgain
          event={event}
          at={assignment.asked_again_at}
          releasedAt={confirmByInForce(assignment.confirm_by ?? null, shift, now)}
        />
      )}
      {assignment.cancelled_at && (
        <Cancellation
          event={event}
          at={assignment.cancelled_at}
          how={howGivenUp(assignment)}
          reason={assignment.cancel_reason ?? null}
        />
      )}
      {assignment.note && <Note text={assignment.note} />}
      {mayRead && event.questions.length > 0 && isSignedUp(assignment.status) && (
        <Answers event={event} person_id={assignment.person_id} />
      )}
    </>
  )
}

/** V1 */
function AskedAgain({ event, at, releasedAt }: { event: Event; at: string; releasedAt: string | null }) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  return (
    <p className="text-hint font-semibold text-wait">
      {t('asked_again', { date: format.shortDate(at), time: format.time(at) })}
      {releasedAt &&
        ` · ${t('released_at', { date: format.shortDate(releasedAt), time: format.time(releasedAt) })}`}
    </p>
  )
}

type GivenUp = 'given_up' | 'handed_over' | 'released' | 'disowned_in_time' | 'disowned_late'

function howGivenUp({ disowned, freed_unanswered, handed_over }: Assignment): GivenUp {
  if (handed_over) return 'handed_over'
  if (disowned) return `disowned_${disowned}`
  return freed_unanswered ? 'released' : 'given_up'
}

type CancellationProps = { event: Event; at: string; how: GivenUp; reason: string | null }

/** D28, D39, V1 */
function Cancellation({ event, at, how, reason }: CancellationProps) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  const given_up = t(how, {
    date: format.shortDate(at),
    time: format.time(at),
  })
  return (
    <div className="text-hint text-ink-3">
      <p>{given_up}</p>
      {reason !== null && (
        <Quote text={reason} quoted={t('reason', { text: reason })} show={t('reason_show')} />
      )}
    </div>
  )
}

/** V4 */
function Note({ text }: { text: string }) {
  const t = useText()
  return (
    <div className="text-hint">
      <Quote text={text} quoted={t('note', { text })} show={t('note_show')} />
    </div>
  )
}

function Quote({ text, quoted, show }: { text: string; quoted: string; show: string }) {
  if (text.length <= SHORT_TEXT) return <p className="text-ink-2">{quoted}</p>
  return (
    <details className="text-ink-2 wrap-anywhere">
      <summary>{show}</summary>
      <p className="whitespace-pre-line">{quoted}</p>
    </details>
  )
}

/** Maximum number of characters, three lines of the column. */
const SHORT_TEXT = 80

/** The day is shown, how it was sent is for screen readers: a row has no room for it. */
function SentInvite({
  event,
  assignment,
  isShown,
}: {
  event: Event
  assignment: Assignment
  isShown: boolean
}) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  const { invite_sent_at, invite_method } = assignment
  if (!invite_sent_at) return null
  const date = format.shortDate(invite_sent_at)
  return (
    <>
      {isShown && (
        <span aria-hidden="true" className="block text-hint/tight text-ink-3">
          {t('sent', { date })}
        </span>
      )}
      <span className="sr-only">
        {invite_method ? t('sent_by', { date, method: t(`method.${invite_method}`) }) : t('sent', { date })}
      </span>
    </>
  )
}

const expiryClass = cva('inline-flex items-center gap-1.5 text-meta/body whitespace-nowrap tabular-nums', {
  variants: {
    tone: {
      calm: 'text-ink-2',
      urgent: 'font-semibold text-wait',
    },
  },
})

/** "5 d 3 h left"; the disc shows the share of the usual time to answer (D18). */
export function Expiry({ token_expires_at, now }: { token_expires_at: string; now: string }) {
  const t = useText()
  const badge = expiryBadge(token_expires_at, now)
  if (badge.kind === 'expired') return null
  const words = () => {
    if (badge.kind !== 'hours') return t('left.days', { days: badge.days, hours: badge.hours })
    return badge.hours === 0 ? t('left.under_an_hour') : t('left.hours', { hours: badge.hours })
  }
  return (
    <span className={expiryClass({ tone: badge.urgent ? 'urgent' : 'calm' })}>
      <Disc share={(Date.parse(token_expires_at) - Date.parse(now)) / WHOLE_MS} />
      {words()}
    </span>
  )
}

const WHOLE_MS = ANSWER_DAYS * DAY_MS

/** Draws a disc, filled clockwise from the top. `share` is from 0 to 1. */
function Disc({ share }: { share: number }) {
  return (
    <svg
      className="size-4 flex-none fill-none stroke-current stroke-[1.5]"
      viewBox="0 0 16 16"
      aria-hidden="true"
    >
      <circle cx="8" cy="8" r="6.5" />
      {share > 0 && (
        <circle
          className="origin-center -rotate-90 stroke-[6.5]"
          cx="8"
          cy="8"
          r="3.25"
          pathLength="100"
          strokeDasharray={`${Math.min(1, share) * 100} 100`}
        />
      )}
    </svg>
  )
}

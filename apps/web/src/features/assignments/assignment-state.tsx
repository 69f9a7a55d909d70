import type { Event } from '@muster/contract/events'
import { ANSWER_DAYS, expiryBadge } from '@muster/contract/rules/invite-expiry'
import type { Assignment } from '@muster/contract/shifts'
import { cva } from 'class-variance-authority'
import { useDateFormat } from '../../format/dates.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { isInviteSent } from './next-step.ts'
import { StateCell } from './row-cells.tsx'
import { useText } from './texts.ts'

const tones = { CONFIRMED: 'ok', INVITED: 'wait', DECLINED: 'miss', ABSENT: 'neutral' } as const

/** The status and, while INVITED, the time left and the channel. */
export function AssignmentState({
  event,
  assignment,
  now,
}: {
  event: Event
  assignment: Assignment
  now: string
}) {
  const t = useText()
  const { status, token_expires_at } = assignment
  return (
    <StateCell>
      <Badge tone={tones[status]} className="@row:min-w-[82px]">
        {t(`status.${status}`)}
      </Badge>
      {status === 'INVITED' && (
        <>
          {token_expires_at && <Expiry token_expires_at={token_expires_at} now={now} />}
          <SentInvite event={event} assignment={assignment} />
        </>
      )}
    </StateCell>
  )
}

const sentClass = 'basis-full text-hint text-ink-3'

function SentInvite({ event, assignment }: { event: Event; assignment: Assignment }) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  if (!isInviteSent(assignment)) return <span className={sentClass}>{t('not_sent')}</span>
  const { invite_sent_at, invite_method } = assignment
  if (!invite_sent_at) return null
  const date = format.shortDate(invite_sent_at)
  return (
    <span className={sentClass}>
      {invite_method ? t('sent', { date, method: t(`method.${invite_method}`) }) : date}
    </span>
  )
}

const expiryClass = cva('inline-flex items-center gap-1.5 text-meta/body whitespace-nowrap tabular-nums', {
  variants: {
    tone: {
      calm: 'text-ink-2',
      urgent: 'font-semibold text-wait',
      over: 'font-semibold text-miss',
    },
  },
})

/** "5 d 3 h left" beside a disc that empties over the time one usually has to answer (D18). */
function Expiry({ token_expires_at, now }: { token_expires_at: string; now: string }) {
  const t = useText()
  const badge = expiryBadge(token_expires_at, now)
  if (badge.kind === 'expired') {
    return (
      <span className={expiryClass({ tone: 'over' })}>
        <Disc share={0} />
        {t('left.expired')}
      </span>
    )
  }
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

const WHOLE_MS = ANSWER_DAYS * 24 * 3_600_000

/** A disc of which the share that is left, 0 to 1, is filled from the top on, clockwise. */
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

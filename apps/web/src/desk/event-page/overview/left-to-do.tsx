import type { Event } from '@muster/contract/events'
import { addMs, HOUR_MS } from '@muster/contract/rules/instants'
import { useStore } from '@nanostores/react'
import { type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useMay } from '../../../api/rights.ts'
import { useDateFormat } from '../../../format/dates.ts'
import { useNow } from '../../../live/use-now.ts'
import { paths } from '../../../paths.ts'
import { Button, buttonClass } from '../../../ui/controls/button.tsx'
import { RetryButton } from '../../../ui/controls/retry-button.tsx'
import { useCoverageWords } from '../../../ui/feedback/coverage-words.ts'
import { StateSign } from '../../../ui/feedback/state-bar.tsx'
import { Icon } from '../../../ui/page/icon.tsx'
import { lazyPart, useLoadAhead } from '../../../ui/page/lazy-part.tsx'
import { $copiedLinks } from '../../events/signup-link.ts'
import { useText as useRequestText } from '../../requests/texts.ts'
import { useRequests } from '../../requests/use-requests.ts'
import type { CountedShift, ShiftCoverage } from '../../shifts/group-shifts.ts'
import { OverviewCard } from './card.tsx'
import { useText } from './texts.ts'

const SendInvitations = lazyPart(() => import('../../assignments/send/send-invitations.tsx'))
const RequestsSheet = lazyPart(() => import('../../requests/requests-sheet.tsx'))

const rowClass = 'flex min-h-10.5 items-center gap-3 border-t border-line py-0.5 leading-snug'
const actClass = 'min-h-9! min-w-23 rounded-small! px-3.5! text-compact pointer-coarse:min-h-11!'

/** What the strip above the list of shifts offers, and the next automatic message. */
export function LeftToDo({
  event,
  shifts,
  total,
}: {
  event: Event
  shifts: readonly CountedShift[]
  total: ShiftCoverage
}) {
  const t = useText()
  const maySend = useMay('send')
  const { openParts } = useCoverageWords()
  const ofRequests = useRequestText()
  const requests = useRequests(event)
  const [sending, setSending] = useState<'not_asked' | 'expired'>()
  const [isAnswering, setAnswering] = useState(false)
  useLoadAhead([SendInvitations])
  const texts = new Map(openParts(total).map((part) => [part.kind, part.text]))
  const gaps = shifts.filter(({ coverage }) => coverage.missing > 0).length
  const asks = (['not_asked', 'expired'] as const).filter((kind) => total[kind] > 0)
  const isDone = requests.count === 0 && asks.length === 0 && total.new_time === 0 && total.missing === 0
  return (
    <OverviewCard title={t('left.title')}>
      <ul className="mt-1.5">
        {isDone && <Done event={event} total={total} />}
        {requests.isShown && (
          <li className={rowClass}>
            <Icon name="people" size="medium" className="mx-px text-wait" />
            <b className="flex-1 font-semibold">
              {requests.onRetry ? ofRequests('load_failed') : ofRequests('count', { count: requests.count })}
            </b>
            {requests.onRetry ? (
              <RetryButton onRetry={requests.onRetry} />
            ) : (
              <Button className={actClass} onClick={() => setAnswering(true)}>
                {ofRequests('answer')}
              </Button>
            )}
          </li>
        )}
        {asks.map((kind, index) => (
          <li key={kind} className={rowClass}>
            <StateSign kind={kind} className="h-3! w-5!" />
            <b className="flex-1 font-semibold">{texts.get(kind)}</b>
            {maySend && (
              <Button
                kind={index === 0 && requests.count === 0 ? 'primary' : 'line'}
                className={actClass}
                onClick={() => setSending(kind)}
              >
                {t(`left.${kind}`, { count: total[kind] })}
              </Button>
            )}
          </li>
        ))}
        {total.new_time > 0 && (
          <li className={rowClass}>
            <StateSign kind="new_time" className="h-3! w-5!" />
            <b className="flex-1 font-semibold">{t('left.new_time', { count: total.new_time })}</b>
            {maySend && (
              <Link
                to={paths.event(event.id, '/broadcast', { to: 'new_time_open' })}
                className={buttonClass({
                  kind: asks.length === 0 ? 'primary' : 'line',
                  className: actClass,
                })}
              >
                {t('left.remind', { count: total.new_time })}
              </Link>
            )}
          </li>
        )}
        {total.missing > 0 && (
          <li className={rowClass}>
            <StateSign kind="gap" className="h-3! w-5!" />
            <b className="flex-1 font-semibold text-miss">
              {texts.get('missing')}
              <small className="ml-2.5 text-hint font-normal text-ink-3">
                {t('left.in_shifts', { count: gaps })}
              </small>
            </b>
            <Link
              to={paths.event(event.id, '/shifts', { show: 'missing' })}
              className={buttonClass({
                kind: asks.length === 0 && total.new_time === 0 ? 'primary' : 'line',
                className: actClass,
              })}
            >
              {t('left.fill')}
            </Link>
          </li>
        )}
        <LinkToShare event={event} total={total} />
        <NextReminder event={event} shifts={shifts} />
      </ul>
      {isAnswering && (
        <Suspense fallback={null}>
          <RequestsSheet event={event} onClose={() => setAnswering(false)} />
        </Suspense>
      )}
      {sending && (
        <Suspense fallback={null}>
          <SendInvitations
            event={event}
            shifts={shifts.map(({ shift }) => shift)}
            kind={sending}
            onClose={() => setSending(undefined)}
          />
        </Suspense>
      )}
    </OverviewCard>
  )
}

/** Until the link was copied in this browser, or somebody was asked. */
function LinkToShare({ event, total }: { event: Event; total: ShiftCoverage }) {
  const t = useText()
  const isCopied = useStore($copiedLinks).includes(event.id)
  const wasAsked = total.confirmed + total.asked + total.expired + total.declined > 0
  if (isCopied || wasAsked || total.needed === 0) return null
  return (
    <li className={rowClass}>
      <Icon name="share" size="medium" className="mx-px text-ink-3" />
      <span className="flex-1">{t('left.nobody_has_link')}</span>
      <Link
        to={paths.event(event.id, '/link')}
        className={buttonClass({ kind: 'quiet', className: actClass })}
      >
        {t('left.link')}
      </Link>
    </li>
  )
}

function CheckedRow({ children }: { children: ReactNode }) {
  return (
    <li className={rowClass}>
      <Icon name="check" size="medium" className="mx-px text-ok" />
      {children}
    </li>
  )
}

function Done({ event, total: { confirmed, needed } }: { event: Event; total: ShiftCoverage }) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  const isAhead = event.event_date_start > useNow()
  const day = format.longWeekday(event.event_date_start)
  return (
    <CheckedRow>
      <b className="flex-1 font-semibold">
        {isAhead ? t('left.done', { confirmed, needed, day }) : t('left.done_late', { confirmed, needed })}
      </b>
    </CheckedRow>
  )
}

/** D43: when the next automatic reminder leaves. */
function NextReminder({ event, shifts }: { event: Event; shifts: readonly CountedShift[] }) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  const now = useNow()
  const { reminder_hours } = event
  const at =
    reminder_hours !== null &&
    shifts
      .map(({ shift }) => addMs(shift.start_dt, -reminder_hours * HOUR_MS))
      .filter((due) => due > now)
      .toSorted()[0]
  if (!at) return null
  return (
    <CheckedRow>
      <span className="flex-1">{t('left.reminder', { day: format.day(at) })}</span>
      <Link
        to={`${paths.event(event.id, '/settings')}#reminders`}
        className={buttonClass({ kind: 'quiet', className: actClass })}
      >
        {t('left.change')}
      </Link>
    </CheckedRow>
  )
}

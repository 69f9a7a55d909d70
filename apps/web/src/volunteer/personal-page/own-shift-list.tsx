import { canAnswer } from '@muster/contract/rules/assignment-status'
import { hasStarted, isOver } from '@muster/contract/rules/shift-phase'
import { useDateFormat } from '../../format/dates.ts'
import { useNow } from '../../live/use-now.ts'
import { iconButtonClass } from '../../ui/controls/button.tsx'
import { cardClass } from '../../ui/page/card.ts'
import { Disclosure } from '../../ui/page/disclosure.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { calendarAddress } from './api.ts'
import { type CancelActions, CancelPlaceButton, SwapButton } from './cancel-place-button.tsx'
import { Status } from './invitation-ticket.tsx'
import { type MovedActions, MovedAgreed, MovedQuestion } from './moved-question.tsx'
import { hasLink, isAskedAgain, isReleased, type OwnShift } from './own-shifts.ts'
import { useText } from './texts.ts'
import type { Changes } from './use-changes.ts'

export const LIST_ID = 'own-shifts'

type OwnShiftListProps = CancelActions &
  MovedActions & {
    shifts: readonly OwnShift[]
    event: { name: string; time_zone: string }
    next: OwnShift | undefined
    /** Token of the shift in the ticket, which has its own buttons. */
    ticketToken: string | null
    changes: Changes
  }

export function OwnShiftList({ shifts, event, ...row }: OwnShiftListProps) {
  const t = useText()
  const now = useNow()
  const past = shifts.filter((shift) => isOver(shift, now))
  const coming = shifts.filter((shift) => !isOver(shift, now))
  return (
    <section>
      <h2 id={LIST_ID} tabIndex={-1}>
        {t('all.title')}
      </h2>
      <p className="text-meta text-ink-3">{event.name}</p>
      {coming.length > 0 && <Rows shifts={coming} timeZone={event.time_zone} {...row} />}
      {past.length > 0 && (
        <Disclosure summary={t('all.past', { count: past.length })}>
          <Rows shifts={past} timeZone={event.time_zone} {...row} />
        </Disclosure>
      )}
    </section>
  )
}

type RowsProps = Omit<OwnShiftListProps, 'event'> & { timeZone: string }

function Rows({ shifts, ...row }: RowsProps) {
  return (
    <ul className={cardClass({ padding: 'none', className: 'mt-3 divide-y divide-line px-4' })}>
      {shifts.map((shift) => (
        <Row key={`${shift.role.name} ${shift.start_dt}`} shift={shift} {...row} />
      ))}
    </ul>
  )
}

function Row({
  shift,
  timeZone,
  next,
  ticketToken,
  changes,
  onOpen,
  onTake,
  onSwap,
  onAgree,
}: Omit<RowsProps, 'shifts'> & { shift: OwnShift }) {
  const t = useText()
  const format = useDateFormat(timeZone)
  const now = useNow()
  const isOpen = !isOver(shift, now)
  const isMoved = isAskedAgain(shift, now)
  const { token, status, role, start_dt, end_dt } = shift
  const when = `${format.day(start_dt)}, ${format.timeRange(start_dt, end_dt)}`
  const isInTicket = token !== null && token === ticketToken
  return (
    <li className="flex flex-wrap items-start gap-x-3 py-3.5 wrap-anywhere">
      <b className="whole-words">{role.name}</b>
      <Status {...shift} />
      <div className="w-full">
        <time dateTime={start_dt} className="text-meta text-ink-2">
          {when}
        </time>
        {canAnswer(status) && <p className="text-hint text-ink-3">{t('all.closed')}</p>}
        {isReleased(shift, now) && !isInTicket && (
          <p className="text-hint text-ink-2">{t('moved.released')}</p>
        )}
        {status === 'ABSENT' && <p className="text-hint text-ink-3">{t('absent')}</p>}
        {shift === next && (
          <p className="mt-1 text-meta font-semibold text-primary print:hidden">
            {t(hasStarted(shift, now) ? 'all.running' : 'all.next')}
          </p>
        )}
      </div>
      {isMoved && !isInTicket && (
        <div className="w-full mt-3">
          <MovedQuestion {...{ shift, timeZone, changes, onAgree, onOpen }} />
        </div>
      )}
      {status === 'CONFIRMED' && !isMoved && !isInTicket && token === changes.agreed && (
        <div className="w-full mt-3">
          <MovedAgreed token={token} />
        </div>
      )}
      {isOpen && hasLink(shift) && !isMoved && !isInTicket && (
        <div className="w-full -mb-1.5 flex items-center justify-between gap-x-3 print:hidden">
          <div className="flex flex-wrap gap-x-6">
            <CancelPlaceButton
              shift={shift}
              place="row"
              about={`${role.name}, ${when}`}
              changes={changes}
              onOpen={onOpen}
              onTake={onTake}
            />
            <SwapButton
              shift={shift}
              place="row"
              about={`${role.name}, ${when}`}
              changes={changes}
              onSwap={onSwap}
            />
          </div>
          {status === 'CONFIRMED' && (
            <a
              className={iconButtonClass({ className: '-mr-2.5' })}
              href={calendarAddress(shift.token)}
              download={`${role.name}.ics`}
              aria-label={`${t('calendar')}: ${role.name}, ${when}`}
              title={t('calendar')}
            >
              <Icon name="calendar" />
            </a>
          )}
        </div>
      )}
    </li>
  )
}

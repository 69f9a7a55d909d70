import type { Invitation } from '@muster/contract/personal-shift'
import { hasStarted, isOver } from '@muster/contract/rules/shift-phase'
import { useNow } from '../../live/use-now.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { WebCalendarLinks } from '../../ui/page/calendar-links.tsx'
import { PageLink } from '../../ui/page/page-link.tsx'
import { type CancelActions, CancelPlaceButton, SwapButton } from './cancel-place-button.tsx'
import { CalendarLink, InvitationTicket } from './invitation-ticket.tsx'
import { type MovedActions, MovedAgreed, MovedQuestion } from './moved-question.tsx'
import {
  cancelPlaceOf,
  hasLink,
  isAskedAgain,
  isGivenUp,
  isHandedOver,
  isOfferEnded,
  isReleased,
  type OwnShift,
} from './own-shifts.ts'
import { useText } from './texts.ts'
import { useUntilShift } from './until-shift.ts'
import type { Changes } from './use-changes.ts'

type OwnTicketProps = CancelActions &
  MovedActions & {
    event: Invitation['shift']['role']['event']
    shift: OwnShift
    isNext: boolean
    /** D44: page of the shift's waiting list, where the place that was theirs or offered is taken. */
    lineHref?: string | undefined
    changes: Changes
  }

/** A shift that has been answered. */
export function OwnTicket({
  event,
  shift,
  isNext,
  lineHref,
  changes,
  onOpen,
  onTake,
  onSwap,
  onAgree,
}: OwnTicketProps) {
  const t = useText()
  const now = useNow()
  const untilShift = useUntilShift(event.time_zone)
  const { status } = shift
  const hasEnded = isOver(shift, now)
  const isComing = status === 'CONFIRMED' && !hasEnded
  const lead = () => {
    if (hasEnded) return t('next.over')
    if (!isComing) return undefined
    if (hasStarted(shift, now)) return t('next.running')
    const when = untilShift(shift, now)
    return isNext ? t('next.lead', { when }) : when
  }
  const way = cancelPlaceOf(shift, now)
  const isMoved = isAskedAgain(shift, now)
  const question = () => {
    if (isMoved)
      return (
        <MovedQuestion
          shift={shift}
          timeZone={event.time_zone}
          changes={changes}
          onAgree={onAgree}
          onOpen={onOpen}
        />
      )
    if (isComing && shift.token === changes.agreed) return <MovedAgreed token={shift.token} />
    if (isOfferEnded(shift, now) && shift.offer_ended)
      return <p className="text-ink-2">{t(`offer_ended.${shift.offer_ended}`)}</p>
    if (isHandedOver(shift, now)) return <p className="text-ink-2">{t('swap.taken')}</p>
    if (isGivenUp(shift, now)) return <p className="text-ink-2">{t('gave_up')}</p>
    return isReleased(shift, now) && <p className="text-ink-2">{t('moved.released')}</p>
  }
  return (
    <InvitationTicket event={event} shift={shift} lead={lead()} question={question()}>
      {hasLink(shift) && (isComing || way !== undefined) && (
        <div className="grid gap-3">
          {isComing && (
            <div className="grid gap-1">
              <CalendarLink token={shift.token} role={shift.role} />
              <WebCalendarLinks event={event} role={shift.role} shift={shift} />
            </div>
          )}
          {!isMoved && (
            <CancelPlaceButton
              shift={shift}
              place="ticket"
              changes={changes}
              onOpen={onOpen}
              onTake={onTake}
            />
          )}
          {!isMoved && <SwapButton shift={shift} place="ticket" changes={changes} onSwap={onSwap} />}
          {lineHref && (
            <PageLink href={lineHref} className={buttonClass({ kind: 'line', size: 'tall' })}>
              {t('offer_ended.stand_in_line')}
            </PageLink>
          )}
        </div>
      )}
    </InvitationTicket>
  )
}

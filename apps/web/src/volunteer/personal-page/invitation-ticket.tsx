import type { Invitation } from '@muster/contract/personal-shift'
import type { AssignmentStatus } from '@muster/contract/rules/assignment-status'
import { hasStarted, isOver } from '@muster/contract/rules/shift-phase'
import type { ReactNode } from 'react'
import { useNow } from '../../live/use-now.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { Linkified } from '../../ui/page/linkified.tsx'
import { Ticket } from '../../ui/page/ticket.tsx'
import { calendarAddress } from './api.ts'
import type { OwnShift } from './own-shifts.ts'
import { useText } from './texts.ts'

type InvitationTicketProps = {
  event: Invitation['shift']['role']['event']
  shift: Pick<
    OwnShift,
    | 'status'
    | 'freed_unanswered'
    | 'gave_up'
    | 'swap'
    | 'handed_over'
    | 'offer_ended'
    | 'start_dt'
    | 'end_dt'
    | 'meeting_point'
    | 'note'
    | 'role'
  >
  /** "Next shift · in 5 days"; "in 5 days" of another shift. */
  lead?: string | undefined
  question?: ReactNode
  children: ReactNode
}

export function InvitationTicket({ event, shift, lead, question, children }: InvitationTicketProps) {
  const t = useText()
  const { status, role, meeting_point, note } = shift
  return (
    <Ticket
      event={event}
      role={role}
      shift={shift}
      head={
        status !== 'INVITED' && (
          <>
            <div className="mb-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-meta font-semibold">
              {lead !== undefined && <p className="first-letter:uppercase">{lead}</p>}
              <p>
                <Status {...shift} />
              </p>
            </div>
            {question && <div className="mb-4">{question}</div>}
          </>
        )
      }
      details={
        <>
          {meeting_point && <Words text={t('meeting_point', { meeting_point })} />}
          {note && <Words text={note} />}
          {role.description && <Words text={role.description} />}
          {event.notes && <Words text={event.notes} />}
        </>
      }
    >
      {children}
    </Ticket>
  )
}

function Words({ text }: { text: string }) {
  return (
    <p className="mt-4 border-t border-line pt-4">
      <Linkified text={text} />
    </p>
  )
}

const tones = {
  INVITED: 'wait',
  CONFIRMED: 'ok',
  DECLINED: 'neutral',
  ABSENT: 'neutral',
} as const satisfies Record<AssignmentStatus, 'ok' | 'wait' | 'neutral'>

/** Status in lower case, as the specification writes it here. */
export function Status(
  shift: Pick<
    OwnShift,
    'status' | 'freed_unanswered' | 'gave_up' | 'swap' | 'handed_over' | 'offer_ended' | 'start_dt' | 'end_dt'
  >,
) {
  const t = useText()
  const now = useNow()
  const hasEnded = isOver(shift, now)
  const { status, freed_unanswered, gave_up, handed_over, offer_ended } = shift
  const isLooking = Boolean(shift.swap?.url) && !hasStarted(shift, now)
  const word = () => {
    if (isLooking) return t('swap.looking')
    if (handed_over) return t('status.handed_over')
    if (freed_unanswered || gave_up) return t('status.released')
    if (offer_ended) return t(`status.${offer_ended}`)
    return t(status === 'CONFIRMED' && hasEnded ? 'status.past' : `status.${status}`)
  }
  return (
    <span>
      <span className="sr-only">{t('status_label')}: </span>
      <Badge tone={isLooking ? 'wait' : tones[status]}>{word()}</Badge>
    </span>
  )
}

export function CalendarLink({ token, role }: { token: string; role: { name: string } }) {
  const t = useText()
  return (
    <a className={buttonClass({ size: 'big' })} href={calendarAddress(token)} download={`${role.name}.ics`}>
      <Icon name="calendar" />
      {t('calendar')}
    </a>
  )
}

import type { Invitation } from '@muster/contract/invitations'
import type { AssignmentStatus } from '@muster/contract/rules/assignment-status'
import type { ReactNode } from 'react'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { Linkified } from '../../ui/page/linkified.tsx'
import { Ticket } from '../../ui/page/ticket.tsx'
import { calendarAddress } from './api.ts'
import { useText } from './texts.ts'

export function InvitationTicket({
  invitation: { status, shift },
  children,
}: {
  invitation: Invitation
  children: ReactNode
}) {
  const { role } = shift
  return (
    <Ticket
      event={role.event}
      role={role}
      shift={shift}
      details={
        <>
          {status !== 'INVITED' && (
            <p className="mt-3">
              <Status status={status} />
            </p>
          )}
          {role.description && <Words text={role.description} />}
          {role.event.notes && <Words text={role.event.notes} />}
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

/** In lower case, as the specification writes it here. */
export function Status({ status }: { status: AssignmentStatus }) {
  const t = useText()
  return (
    <>
      <span className="sr-only">{t('status_label')}: </span>
      <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>
    </>
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

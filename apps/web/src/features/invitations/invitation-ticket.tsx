import type { Invitation } from '@muster/contract/invitations'
import type { AssignmentStatus } from '@muster/contract/rules/assignment-status'
import { useDateFormat } from '../../format/dates.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Linkified } from '../../ui/linkified.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Ticket } from '../../ui/ticket.tsx'
import { calendarAddress } from './api.ts'
import { useText } from './texts.ts'

const tones = {
  INVITED: 'wait',
  CONFIRMED: 'ok',
  DECLINED: 'miss',
  ABSENT: 'miss',
} as const satisfies Record<AssignmentStatus, 'ok' | 'wait' | 'miss'>

/** One person's shift with its status, and their other shifts of the event. */
export function InvitationTicket({ invitation, token }: { invitation: Invitation; token: string }) {
  const t = useText()
  const { status, person, organization, shift, other_shifts } = invitation
  const { role } = shift
  const { event } = role
  return (
    <div className="answer">
      <p className="text-meta font-semibold text-ink-2">{t('from', { organization: organization.name })}</p>
      <PageTitle title={t('title')} className="mt-1">
        {t('hello', { name: person.first_name })}
      </PageTitle>
      <Ticket
        event={event}
        role={role}
        shift={shift}
        details={
          <>
            <p className="mt-3">
              <span className="sr-only">{t('status_label')}: </span>
              <Status status={status} />
            </p>
            {[role.description, event.notes].map(
              (text) =>
                text && (
                  <p key={text} className="mt-4 border-t border-line pt-4">
                    <Linkified text={text} />
                  </p>
                ),
            )}
          </>
        }
      >
        {status === 'CONFIRMED' && (
          <a
            className={buttonClass('primary', true)}
            href={calendarAddress(token)}
            download={`${role.name}.ics`}
          >
            <Icon name="calendar" />
            {t('calendar')}
          </a>
        )}
      </Ticket>
      <OtherShifts shifts={other_shifts} timeZone={event.time_zone} />
      <PageLink href={paths.publicEvent(event.id)} className={`${buttonClass('quiet')} mt-2 w-full`}>
        {t('see_event')}
      </PageLink>
    </div>
  )
}

function Status({ status }: { status: AssignmentStatus }) {
  const t = useText()
  return <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>
}

function OtherShifts({ shifts, timeZone }: { shifts: Invitation['other_shifts']; timeZone: string }) {
  const t = useText()
  const format = useDateFormat(timeZone)
  if (shifts.length === 0) return null
  return (
    <section className="mt-8">
      <h2>{t('other_shifts')}</h2>
      <ul className="mt-2 grid">
        {shifts.map(({ status, start_dt, end_dt, role }) => (
          <li
            key={`${role.name} ${start_dt}`}
            className="flex flex-wrap items-center justify-between gap-2 border-t border-line py-3"
          >
            <span>
              <b className="block">{role.name}</b>
              <time dateTime={start_dt} className="text-meta text-ink-2">
                {format.day(start_dt)}, {format.timeRange(start_dt, end_dt)}
              </time>
            </span>
            <Status status={status} />
          </li>
        ))}
      </ul>
    </section>
  )
}

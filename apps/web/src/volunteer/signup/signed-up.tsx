import type { PublicEvent } from '@muster/contract/public-event'
import type { SeenShift } from '@muster/contract/rules/live-diff'
import { isOver } from '@muster/contract/rules/shift-phase'
import { type ReactNode, Suspense } from 'react'
import { useDateFormat } from '../../format/dates.ts'
import { useNow } from '../../live/use-now.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { DoneSign } from '../../ui/feedback/done-sign.tsx'
import { ResultTitle } from '../../ui/feedback/result-title.tsx'
import { answerClass } from '../../ui/page/answer.ts'
import { WebCalendarLinks } from '../../ui/page/calendar-links.tsx'
import { cardClass } from '../../ui/page/card.ts'
import { lazyPart } from '../../ui/page/lazy-part.tsx'
import { MapLink } from '../../ui/page/map-link.tsx'
import { OrganizerContact } from '../../ui/page/organizer-contact.tsx'
import { Ticket } from '../../ui/page/ticket.tsx'
import { TimesShownIn } from '../../ui/page/times-shown-in.tsx'
import { RefusedShifts } from './refused-parts.ts'
import { CalendarLink, EventLink } from './signup-links.tsx'
import type { SignedUpState } from './signup-state.ts'
import { useText } from './texts.ts'

const InviteFriend = lazyPart(() => import('../events/invite-friend.tsx'))

type SignedUpProps = Omit<SignedUpState, 'status'> & {
  event: PublicEvent
  /** The shifts in their current state. */
  shifts: readonly SeenShift[]
  /** Whether the form was for one shift, which is shown as a ticket. */
  isOne: boolean
}

export function SignedUp({ event, shifts, isOne, answer, person, isKept }: SignedUpProps) {
  const t = useText()
  const places = answer.signed_up
    .map((each) => ({ ...each, shift: shifts.find(({ id }) => id === each.shift.id) ?? each.shift }))
    .toSorted((a, b) => Date.parse(a.shift.start_dt) - Date.parse(b.shift.start_dt))
  const [first] = places
  return (
    <SignupResult
      event={event}
      title={t(isKept ? 'done.kept_title' : 'done.title', { name: person.first_name })}
      isDone={!isKept}
    >
      <p className="mt-2 text-ink-2">{t(isKept ? 'done.kept' : 'done.mail', { email: person.email })}</p>
      {isOne && first ? (
        <TakenTicket event={event} {...first} />
      ) : (
        <>
          <ul className={cardClass({ padding: 'none', className: 'mt-6' })}>
            {places.map((each) => (
              <TakenShift key={each.assignment_id} event={event} {...each} />
            ))}
          </ul>
          <div className="mt-1 px-1.5">
            {event.location && <MapLink pin place={event.location} />}
            <TimesShownIn timeZone={event.time_zone} />
          </div>
        </>
      )}
      {answer.refused.length > 0 && (
        <Suspense fallback={null}>
          <RefusedShifts event={event} refused={answer.refused} isPartly />
        </Suspense>
      )}
    </SignupResult>
  )
}

type TakenProps = { event: PublicEvent; shift: SeenShift; calendar_url: string }

function TakenTicket({ event, shift, calendar_url }: TakenProps) {
  const role = nameOfRole(event, shift)
  const over = isOver(shift, useNow())
  return (
    <Ticket event={event} role={{ name: role }} shift={shift}>
      {!over && (
        <div className="grid gap-1">
          <CalendarLink className={buttonClass({ size: 'big' })} calendar_url={calendar_url} role={role} />
          <WebCalendarLinks event={event} role={{ name: role }} shift={shift} />
        </div>
      )}
    </Ticket>
  )
}

function TakenShift({ event, shift, calendar_url }: TakenProps) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  const role = nameOfRole(event, shift)
  return (
    <li className="line-above-5 p-5 first:before:hidden">
      <p className="text-meta font-semibold text-primary">{role}</p>
      <p className="mt-0.5 text-h3 font-bold tracking-heading">
        <time dateTime={shift.start_dt}>
          {format.longDay(shift.start_dt)}, {format.timeRange(shift.start_dt, shift.end_dt)}
        </time>
      </p>
      <CalendarLink
        className={buttonClass({ kind: 'quiet', className: '-mb-2 -ml-3' })}
        calendar_url={calendar_url}
        role={role}
        label={`${t('done.calendar')}: ${role}, ${format.day(shift.start_dt)}`}
      />
    </li>
  )
}

type JoinedProps = {
  event: PublicEvent
  shifts: readonly SeenShift[]
  shift_id: string
  person: { first_name: string; email: string }
}

/** Shown after each request for a place in line, so that it reveals nothing about the person (D13, D44). */
export function JoinedWaitingList({ event, shifts, shift_id, person: { first_name, email } }: JoinedProps) {
  const t = useText()
  const shift = shifts.find(({ id }) => id === shift_id)
  const role = event.roles.find(({ id }) => id === shift?.role_id)
  return (
    <SignupResult event={event} title={t('waiting_list.title', { name: first_name })} isDone={false}>
      <p className="mt-2 text-ink-2">{t('waiting_list.mail', { email })}</p>
      <p className="mt-2 text-ink-2">{t('waiting_list.next')}</p>
      <p className="mt-2 text-ink-2">{t('waiting_list.no_mail')}</p>
      {shift && role && <Ticket event={event} role={role} shift={shift} />}
    </SignupResult>
  )
}

type SignupResultProps = { event: PublicEvent; title: string; isDone: boolean; children: ReactNode }

/** Result of a sent form, with links to continue. */
function SignupResult({ event, title, isDone, children }: SignupResultProps) {
  const t = useText()
  return (
    <div className={answerClass({ className: 'mx-auto max-w-xl' })}>
      {isDone && <DoneSign />}
      <ResultTitle title={title} />
      {children}
      <div className="mt-4">
        <OrganizerContact organization={event.organization.name} contact={event.contact} />
      </div>
      <Suspense fallback={<div className="mt-4 h-12" />}>
        <div className="mt-4">
          <InviteFriend event={event} />
        </div>
      </Suspense>
      <EventLink event_id={event.id} className={buttonClass({ kind: 'quiet', className: 'mt-2 w-full' })}>
        {t('back_to_event')}
      </EventLink>
    </div>
  )
}

const nameOfRole = (event: PublicEvent, { role_id }: SeenShift) =>
  event.roles.find(({ id }) => id === role_id)?.name ?? ''

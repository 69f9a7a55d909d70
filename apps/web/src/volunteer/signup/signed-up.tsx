import type { PublicEvent } from '@muster/contract/public-event'
import type { SeenShift } from '@muster/contract/rules/live-diff'
import { isOver } from '@muster/contract/rules/shift-phase'
import { Suspense, useState } from 'react'
import { useDateFormat } from '../../format/dates.ts'
import { locales, useLanguage } from '../../i18n/language.ts'
import { useNow } from '../../live/use-now.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { DoneSign } from '../../ui/feedback/done-sign.tsx'
import { WebCalendarLinks } from '../../ui/page/calendar-links.tsx'
import { cardClass } from '../../ui/page/card.ts'
import { MapLink } from '../../ui/page/map-link.tsx'
import { Ticket } from '../../ui/page/ticket.tsx'
import { TimesShownIn } from '../../ui/page/times-shown-in.tsx'
import { CorrectEmail } from './correction/correctable.ts'
import { focusAfter } from './focus.ts'
import { RefusedShifts, Requested } from './later-parts.ts'
import { CalendarLink } from './signup-links.tsx'
import { SignupResult } from './signup-result.tsx'
import type { SignedUpState } from './signup-state.ts'
import { useText } from './texts.ts'

type SignedUpProps = Omit<SignedUpState, 'status'> & {
  event: PublicEvent
  /** The shifts in their current state. */
  shifts: readonly SeenShift[]
  /** Whether the form was for one shift, which is shown as a ticket. */
  isOne: boolean
  /** Opens the form for another person with this address, which may have been corrected. */
  onAnother: (email: string) => void
}

export default function SignedUp({
  event,
  shifts,
  isOne,
  answer,
  person,
  names = [],
  submitted_at,
  isKept,
  onAnother,
}: SignedUpProps) {
  const t = useText()
  const list = new Intl.ListFormat(locales[useLanguage()])
  const [email, setEmail] = useState(person.email)
  const places = answer.signed_up
    // D54: everybody has the same shifts.
    .filter(({ person: which }) => which === 0)
    .map((each) => ({ ...each, shift: shifts.find(({ id }) => id === each.shift.id) ?? each.shift }))
    .toSorted((a, b) => Date.parse(a.shift.start_dt) - Date.parse(b.shift.start_dt))
  const [first] = places
  const after = (
    <>
      {answer.refused.length > 0 && (
        <Suspense fallback={null}>
          <RefusedShifts event={event} refused={answer.refused} names={names} isPartly />
        </Suspense>
      )}
      {!isKept && (
        <Button
          kind="line"
          className="mt-4 w-full"
          onClick={() => focusAfter(() => onAnother(email), 'form input')}
        >
          {t('done.another')}
        </Button>
      )}
    </>
  )
  const requested = answer.requested.length > 0 && (
    <Suspense fallback={null}>
      <Requested
        {...{ event, shifts, requested: answer.requested, email: person.email }}
        isPartly={first !== undefined}
      >
        {!first && after}
      </Requested>
    </Suspense>
  )
  if (!first && requested) return requested
  return (
    <SignupResult
      event={event}
      title={t(isKept ? 'done.kept_title' : 'done.title', { name: person.first_name })}
      sign={!isKept && <DoneSign />}
    >
      {(isKept || email === person.email) && (
        <p className="mt-2 text-ink-2">{t(isKept ? 'done.kept' : 'done.mail', { email })}</p>
      )}
      <Suspense fallback={<div className="mt-2 min-h-11" />}>
        <CorrectEmail signed_up={answer.signed_up} onCorrected={setEmail} {...{ email, submitted_at }} />
      </Suspense>
      {names.length > 1 && (
        <p className="mt-2 text-ink-2">{t('done.names', { names: list.format(names) })}</p>
      )}
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
      {requested}
      {after}
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

const nameOfRole = (event: PublicEvent, { role_id }: SeenShift) =>
  event.roles.find(({ id }) => id === role_id)?.name ?? ''

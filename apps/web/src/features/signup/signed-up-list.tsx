import type { PublicEvent } from '@muster/contract/public-event'
import type { SeenShift } from '@muster/contract/rules/live-diff'
import type { SignedUpForSeveral } from '@muster/contract/signup'
import { Suspense } from 'react'
import { config } from '../../config.ts'
import { useDateFormat } from '../../format/dates.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { cardClass } from '../../ui/page/card.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { MapLink } from '../../ui/page/map-link.tsx'
import { TimesShownIn } from '../../ui/page/times-shown-in.tsx'
import { RefusedShifts } from './refused-parts.ts'
import { SignupResult } from './signup-result.tsx'
import type { SignedUpState } from './signup-state.ts'
import { useText } from './texts.ts'

type SignedUpListProps = Omit<SignedUpState, 'status'> & {
  event: PublicEvent
  /** The shifts in their current state. */
  shifts: readonly SeenShift[]
}

export function SignedUpList({
  event,
  shifts,
  answer,
  person: { first_name, email },
  isKept,
}: SignedUpListProps) {
  const t = useText()
  const signed_up = answer.signed_up
    .map((each) => ({ ...each, shift: shifts.find(({ id }) => id === each.shift.id) ?? each.shift }))
    .toSorted((a, b) => Date.parse(a.shift.start_dt) - Date.parse(b.shift.start_dt))
  return (
    <SignupResult
      event={event}
      title={t(isKept ? 'done.kept_title' : 'done.title', { name: first_name })}
      isDone={!isKept}
    >
      <p className="mt-2 text-ink-2">{t(isKept ? 'done.kept' : 'done.mail', { email })}</p>
      <ul className={cardClass({ padding: 'none', className: 'mt-6' })}>
        {signed_up.map((each) => (
          <SignedUpShift key={each.assignment_id} event={event} {...each} />
        ))}
      </ul>
      <div className="mt-1 px-1.5">
        {event.location && <MapLink pin place={event.location} />}
        <TimesShownIn timeZone={event.time_zone} />
      </div>
      {answer.refused.length > 0 && (
        <Suspense fallback={null}>
          <RefusedShifts event={event} refused={answer.refused} isPartly />
        </Suspense>
      )}
    </SignupResult>
  )
}

type SignedUpShiftProps = Pick<SignedUpForSeveral['signed_up'][number], 'calendar_url'> & {
  event: PublicEvent
  shift: SeenShift
}

function SignedUpShift({ event, shift, calendar_url }: SignedUpShiftProps) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  const role = event.roles.find(({ id }) => id === shift.role_id)?.name ?? ''
  return (
    <li className="line-above-5 p-5 first:before:hidden">
      <p className="text-meta font-semibold text-primary">{role}</p>
      <p className="mt-0.5 text-h3 font-bold tracking-heading">
        <time dateTime={shift.start_dt}>
          {format.longDay(shift.start_dt)}, {format.timeRange(shift.start_dt, shift.end_dt)}
        </time>
      </p>
      <a
        className={buttonClass({ kind: 'quiet', className: '-mb-2 -ml-3' })}
        href={new URL(calendar_url, config.publicOrigin || location.origin).href}
        download={`${role || 'shift'}.ics`}
        aria-label={`${t('done.calendar')}: ${role}, ${format.day(shift.start_dt)}`}
      >
        <Icon name="calendar" />
        {t('done.calendar')}
      </a>
    </li>
  )
}

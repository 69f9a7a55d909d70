import type { PublicEvent } from '@muster/contract/public-event'
import type { SeenShift } from '@muster/contract/rules/live-diff'
import { isOutsideEvent } from '@muster/contract/rules/zone'
import { useDateFormat } from '../../format/dates.ts'
import type { Highlights } from '../../live/use-highlights.ts'
import { useNow } from '../../live/use-now.ts'
import { useOthersSigningUp } from '../../live/use-presence.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { CoverageBar } from '../../ui/feedback/coverage-bar.tsx'
import { LiveText } from '../../ui/feedback/live-text.tsx'
import { cardClass } from '../../ui/page/card.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { Linkified } from '../../ui/page/linkified.tsx'
import { MapLink } from '../../ui/page/map-link.tsx'
import { PageTitle } from '../../ui/page/page-title.tsx'
import { TimesShownIn } from '../../ui/page/times-shown-in.tsx'
import { isKept, LiveNames } from '../events/names.tsx'
import { isOpenShift } from '../events/shift-terms.ts'
import { PublicSpots } from '../events/spots.tsx'
import { usePublicText } from '../events/texts.ts'
import { useText } from './texts.ts'

type ChosenShiftsProps = {
  event: PublicEvent
  shifts: readonly SeenShift[]
  onLeaveOut: ((shift_id: string) => void) | undefined
}

export function ChosenShifts({ event, shifts, onLeaveOut }: ChosenShiftsProps) {
  return (
    <div className="desktop:sticky desktop:top-6 desktop:row-span-2">
      <ul className={cardClass({ padding: 'none', className: 'py-1' })}>
        {shifts.map((shift) => (
          <ChosenShift key={shift.id} event={event} shift={shift} onLeaveOut={onLeaveOut} />
        ))}
      </ul>
      <div className="mt-1 px-1.5 text-meta">
        {event.location && <MapLink pin place={event.location} />}
        <TimesShownIn timeZone={event.time_zone} />
      </div>
    </div>
  )
}

type ChosenShiftProps = Omit<ChosenShiftsProps, 'shifts'> & { shift: SeenShift }

function ChosenShift({ event, shift, onLeaveOut }: ChosenShiftProps) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  const others = useOthersSigningUp(shift.id)
  const role = event.roles.find(({ id }) => id === shift.role_id)?.name ?? ''
  const when = `${format.day(shift.start_dt)}, ${format.timeRange(shift.start_dt, shift.end_dt)}`
  return (
    <li className="line-above-5 flex items-center gap-2 py-3 pr-1.5 pl-5 first:before:hidden">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3 leading-snug">
          <b className="wrap-anywhere">{role}</b>
          <div className="text-compact">
            <PublicSpots count={shift.spots_left} isLit={false} />
          </div>
        </div>
        <p className="text-action leading-snug">
          <time dateTime={shift.start_dt}>{when}</time>
        </p>
        {others > 0 && <LiveText>{t('others_signing_up', { count: others })}</LiveText>}
      </div>
      <IconButton
        id={shift.id}
        label={t('several.remove', { shift: `${role}, ${when}` })}
        className="off:bg-transparent off:text-ink-3"
        aria-disabled={!onLeaveOut}
        onClick={() => onLeaveOut?.(shift.id)}
      >
        <Icon name="cross" />
      </IconButton>
    </li>
  )
}

type ShiftSummaryProps = {
  event: PublicEvent
  role: PublicEvent['roles'][number]
  shift: SeenShift
  highlights: Highlights
}

export function ShiftSummary({ event, role, shift, highlights }: ShiftSummaryProps) {
  const t = useText()
  const eventText = usePublicText()
  const format = useDateFormat(event.time_zone)
  const others = useOthersSigningUp(shift.id)
  const over = !isOpenShift(event, shift, useNow())
  return (
    <section
      className={cardClass({ className: 'desktop:sticky desktop:top-6 desktop:row-span-2 print:static!' })}
    >
      <PageTitle title={t('title', { role: role.name })}>{role.name}</PageTitle>
      <p className="mt-1 text-lead font-semibold">
        <time dateTime={shift.start_dt}>
          {format.longDay(shift.start_dt)}, {format.timeRange(shift.start_dt, shift.end_dt)}
        </time>
      </p>
      {isOutsideEvent(shift, event) && <p className="font-semibold text-wait">{eventText('outside')}</p>}
      <TimesShownIn timeZone={event.time_zone} />
      {event.location && <MapLink place={event.location} />}
      {role.description && (
        <p className="mt-2">
          <Linkified text={role.description} />
        </p>
      )}
      <div className="mt-5 mb-2.5 flex flex-wrap items-baseline justify-between gap-x-4">
        {!over && <PublicSpots large count={shift.spots_left} isLit={highlights.spots.has(shift.id)} />}
        <p className="text-meta text-ink-3 tabular-nums">
          {eventText('taken', { taken: shift.assigned_count, needed: shift.required_qty })}
        </p>
      </div>
      <CoverageBar size="slim" needed={shift.required_qty} confirmed={shift.assigned_count} />
      <div className="mt-2.5">
        <LiveNames
          shift={shift}
          lit={highlights.people}
          isOver={over}
          second={
            isKept(shift) ? (
              <p className="text-ink-2">{eventText('kept')}</p>
            ) : (
              others > 0 && <LiveText>{t('others_signing_up', { count: others })}</LiveText>
            )
          }
        />
      </div>
    </section>
  )
}

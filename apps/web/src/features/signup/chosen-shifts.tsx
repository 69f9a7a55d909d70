import type { PublicEvent } from '@muster/contract/public-event'
import type { SeenShift } from '@muster/contract/rules/live-diff'
import { useDateFormat } from '../../format/dates.ts'
import { useOthersSigningUp } from '../../live/use-presence.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { LiveText } from '../../ui/feedback/live-text.tsx'
import { cardClass } from '../../ui/page/card.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { MapLink } from '../../ui/page/map-link.tsx'
import { TimesShownIn } from '../../ui/page/times-shown-in.tsx'
import { PublicSpots } from '../events/public/spots.tsx'
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

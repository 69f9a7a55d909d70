import type { Event } from '@muster/contract/events'
import type { ReviewedSlot } from '@muster/contract/rules/review-slots'
import type { Shift } from '@muster/contract/shifts'
import { useDateFormat } from '../../../format/dates.ts'
import { Icon } from '../../../ui/page/icon.tsx'
import { useText } from './texts.ts'

/** D46: says which shifts are there already, and are left out unless they are wanted twice. */
export function ReviewNote({
  event,
  reviewed,
  withTwins,
  saysOverlap,
  onTwins,
}: {
  event: Event
  reviewed: readonly ReviewedSlot<Shift>[]
  withTwins: boolean
  saysOverlap: boolean
  onTwins: (withTwins: boolean) => void
}) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  const twins = reviewed.flatMap(({ twin }) => (twin ? [twin] : []))
  const isOverlapping =
    saysOverlap && reviewed.some((each) => each.isOverlapping && (withTwins || !each.twin))
  const [first, ...others] = twins
  if (!first && !isOverlapping) return null
  const confirmed = first?.assignment.filter(({ status }) => status === 'CONFIRMED').length
  return (
    <output className="flex gap-3 rounded-control bg-wait-soft px-4 py-3 text-compact leading-snug">
      <Icon name="alert" className="mt-px text-wait" />
      <span className="min-w-0 flex-1">
        {first && others.length === 0 && (
          <span className="block">
            {t('review.twin', {
              shift: `${format.shortDay(format.isoDate(first.start_dt))}, ${format.timeRange(first.start_dt, first.end_dt)}`,
              places: `${confirmed}/${first.required_qty}`,
            })}
          </span>
        )}
        {others.length > 0 && <span className="block">{t('review.twins', { count: twins.length })}</span>}
        {isOverlapping && <span className="block">{t('review.overlaps')}</span>}
      </span>
      {first && (
        <button
          type="button"
          className="link-button"
          aria-pressed={withTwins}
          onClick={() => onTwins(!withTwins)}
        >
          {t(others.length > 0 ? 'review.add_twins' : 'review.add_twin')}
        </button>
      )}
    </output>
  )
}

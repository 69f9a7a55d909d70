import type { Event } from '@muster/contract/events'
import { isOtherLength } from '@muster/contract/rules/shift-slots'
import { useDateFormat } from '../../../format/dates.ts'
import { formatDuration } from '../../../format/duration.ts'
import { Icon } from '../../../ui/page/icon.tsx'
import { useText } from './texts.ts'
import type { ListedSlot } from './use-chosen-slots.ts'

export function SlotRow({
  event,
  listed: { slot, twin, isRepeated, isOverlapping, isDoubtful, isOut },
  length,
  onToggle,
}: {
  event: Event
  listed: ListedSlot
  length: number | undefined
  onToggle: () => void
}) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  const times = format.timeRange(slot.start_dt, slot.end_dt)
  const ms = Date.parse(slot.end_dt) - Date.parse(slot.start_dt)
  const notes = [
    ...(twin ? [t('is_there')] : []),
    ...(isRepeated ? [t('is_repeated')] : []),
    ...(isDoubtful ? [t('is_long', { length: formatDuration(ms) })] : []),
    ...(length !== undefined && isOtherLength(slot, length)
      ? [t('other_length', { length: formatDuration(ms) })]
      : []),
  ]
  return (
    <li>
      <span data-out={isOut || undefined}>{times}</span>
      <span className="min-w-0 flex-1 leading-snug">
        <span className="text-meta" data-out={isOut || undefined}>
          {t('people', { count: slot.required_qty })}
        </span>
        {(notes.length > 0 || isOverlapping) && (
          <span
            className="ml-2 inline-flex items-center gap-1 text-hint text-wait"
            title={isOverlapping ? t('overlapping') : undefined}
          >
            <Icon name="alert" size="tiny" />
            <span>{notes.join(', ')}</span>
            {isOverlapping && <span className="sr-only">{t('overlapping')}</span>}
          </span>
        )}
      </span>
      <button
        type="button"
        aria-label={t(isOut ? 'put_back_named' : 'leave_out', { shift: times })}
        onClick={onToggle}
      >
        {isOut ? <span className="text-primary">{t('put_back')}</span> : <Icon name="cross" size="medium" />}
      </button>
    </li>
  )
}

import type { Event } from '@muster/contract/events'
import { HOUR_MS } from '@muster/contract/rules/instants'
import type { Shift } from '@muster/contract/shifts'
import { useDateFormat } from '../../format/dates.ts'
import { formatDuration } from '../../format/duration.ts'
import type { Candidate } from './api.ts'
import { useText } from './texts.ts'

/** Reasons that a row has room for. */
const MOST_REASONS = 2
const MOST_TAGS = 3

/** Says what speaks for a candidate, the best reasons first, after what speaks against. */
export function useReasons(event: Event, shift: Shift): (candidate: Candidate) => string {
  const t = useText()
  const { day, clockRange } = useDateFormat(event.time_zone)
  return ({
    did_role,
    same_day,
    hours_apart,
    is_waiting,
    tags,
    last_asked_at,
    shifts_at_event,
    channels,
  }) => {
    const [only] = channels
    const reasons = [
      channels.length === 1 && only === 'SMS' && t('only_sms'),
      // D50
      hours_apart !== null &&
        event.min_rest_hours !== null &&
        hours_apart < event.min_rest_hours &&
        t('reason.short_rest', { rest: formatDuration(hours_apart * HOUR_MS) }),
      is_waiting && t('reason.waiting', { role: shift.role.name }),
      did_role &&
        (did_role.event.id === event.id
          ? t('reason.did_role_here', { date: day(did_role.start_dt) })
          : t('reason.did_role', { event: did_role.event.name, date: day(did_role.start_dt) })),
      same_day &&
        t('reason.same_day', {
          role: same_day.role_name,
          time: clockRange(same_day.start_dt, same_day.end_dt),
        }),
      tags.length > 0 && t('reason.tags', { tags: tags.slice(0, MOST_TAGS).join(', ') }),
      last_asked_at ? t('reason.asked', { date: day(last_asked_at) }) : t('reason.never_asked'),
      shifts_at_event > 0 && t('reason.shifts', { count: shifts_at_event }),
      !same_day &&
        hours_apart !== null &&
        hours_apart <= 48 &&
        t('reason.hours', { count: Math.round(hours_apart) }),
    ]
    return reasons.filter(Boolean).slice(0, MOST_REASONS).join(' · ')
  }
}

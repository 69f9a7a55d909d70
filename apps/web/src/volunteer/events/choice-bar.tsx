import type { PublicEvent } from '@muster/contract/public-event'
import type { SeenShift } from '@muster/contract/rules/live-diff'
import { MOST_SHIFTS_AT_ONCE } from '@muster/contract/rules/shifts-at-once'
import { useEffect, useRef } from 'react'
import { useDateFormat } from '../../format/dates.ts'
import { publicPaths } from '../../public-paths.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { announce } from '../../ui/feedback/live-region.tsx'
import { PageLink } from '../../ui/page/page-link.tsx'
import { usePublicText } from './texts.ts'

/** Maximum number of shifts that are named. With more, only their days are. */
const NAMED = 3

type ChoiceBarProps = {
  event: PublicEvent
  shifts: readonly SeenShift[]
  /** Number of chosen shifts that have become full. */
  lost: number
}

/** D42 */
export function ChoiceBar({ event, shifts, lost }: ChoiceBarProps) {
  const t = usePublicText()
  const format = useDateFormat(event.time_zone)
  const days = [...new Set(shifts.map(({ start_dt }) => format.isoDate(start_dt)))]
  const names =
    shifts.length > NAMED
      ? days.map((day) => format.shortDay(day))
      : shifts.map(
          ({ start_dt, end_dt }) => `${format.weekday(start_dt)} ${format.clockRange(start_dt, end_dt)}`,
        )
  const count = t(shifts.length < MOST_SHIFTS_AT_ONCE ? 'shifts' : 'most_shifts', { count: shifts.length })
  const full = lost > 0 ? [t('lost', { count: lost })] : []
  useSpokenChoice(shifts.length, t('chosen_now', { shifts: [count, ...names, ...full].join(', ') }))
  const [first, ...others] = shifts
  if (!first && lost === 0) return null
  return (
    <section aria-label={t('your_choice')} data-choice className="choice-bar">
      <p className="min-w-0 flex-1 basis-20 leading-tight">
        <b>{count}</b>
        <span className="block truncate text-hint text-ink-2 tabular-nums desktop:text-compact">
          {names.join(', ')}
        </span>
        {lost > 0 && <span className="block text-hint font-semibold text-wait">{full}</span>}
      </p>
      {first && (
        <PageLink
          className={buttonClass({ size: 'tall' })}
          href={publicPaths.signup(
            event.id,
            first.id,
            others.map(({ id }) => id),
          )}
        >
          {t('continue')}
        </PageLink>
      )}
    </section>
  )
}

function useSpokenChoice(count: number, sentence: string): void {
  const before = useRef(count)
  useEffect(() => {
    if (before.current === count) return undefined
    before.current = count
    // The cleanup takes the sentence back at the next press and on the next page.
    return announce(sentence)
  }, [count, sentence])
}

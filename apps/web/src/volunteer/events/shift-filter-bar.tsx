import type { PublicEvent } from '@muster/contract/public-event'
import type { SeenShift } from '@muster/contract/rules/live-diff'
import { fitsFilter, type ShiftFilter, type TimeOfDay } from '@muster/contract/rules/shift-filter'
import { cva } from 'class-variance-authority'
import { useEffect, useMemo } from 'react'
import { useDateFormat } from '../../format/dates.ts'
import { useNow } from '../../live/use-now.ts'
import { FilterChip, FilterLink } from './filter-link.tsx'
import { FilterMenu } from './filter-menu.tsx'
import { isOpenShift } from './shift-terms.ts'
import { usePublicText } from './texts.ts'
import type { EventFilter } from './use-shift-filter.ts'

/** Number of shifts above which filters are shown even for a single day. A shorter list needs none. */
const WORTH_FILTERING = 6

/** The same in all languages. */
const HOURS = { morning: '05–12', afternoon: '12–17', evening: '17–22', night: '22–05' }

type FilterBarProps = { event: PublicEvent; shifts: readonly SeenShift[]; filter: EventFilter }

export function ShiftFilterBar({ event, shifts, filter: { filter, choices, hrefOf } }: FilterBarProps) {
  const t = usePublicText()
  const format = useDateFormat(event.time_zone)
  useScrollDirection()
  const free = useFreePlaces({ event, shifts, filter })
  const { days, times } = choices
  const isLong = shifts.length > WORTH_FILTERING
  if (days.length < 2 && !isLong) return null

  const isOn = (day: string) => filter.days.includes(day)
  const toggled = (day: string) =>
    isOn(day) ? filter.days.filter((each) => each !== day) : [...filter.days, day].toSorted()
  const timeName = (time: TimeOfDay | undefined) => t(`times.${time ?? 'any'}`)
  const roles = event.roles.filter(({ id }) => choices.roles.includes(id))
  const chosenRole = roles.find(({ id }) => id === filter.role)
  const freeOf = (role: string | undefined) => t('free', { count: free.get(role) ?? 0 })
  const roleLinks = () =>
    [undefined, ...roles].map((role) => (
      <li key={role?.id ?? 'all'}>
        <FilterLink
          className={itemClass({ none: !free.get(role?.id) })}
          isOn={filter.role === role?.id}
          href={hrefOf({ role: role?.id })}
        >
          <span className="min-w-0 wrap-anywhere">{role?.name ?? t('all_roles')}</span>{' '}
          <span className="flex-none tabular-nums">{freeOf(role?.id)}</span>
        </FilterLink>
      </li>
    ))

  return (
    <nav aria-label={t('filter')} className="contents desktop:mt-4 desktop:grid desktop:gap-2.5 print:hidden">
      <div data-filter className={lineClass({ line: 'first' })}>
        <div className="shift-days -my-1 -ml-1 flex min-w-24 flex-1 gap-2 overflow-x-auto p-1 [scrollbar-width:none] desktop:flex-wrap">
          {days.length > 1 &&
            days.map((day) => (
              <FilterChip
                key={day}
                isOn={isOn(day)}
                aria-label={format.calendarDay(day)}
                href={hrefOf({ days: toggled(day) })}
              >
                {format.shortDay(day)}
              </FilterChip>
            ))}
        </div>
        <FilterChip isOn={filter.free} href={hrefOf({ free: !filter.free })}>
          {t('free_only')}
        </FilterChip>
      </div>
      {isLong && (
        <div data-filter-more className={lineClass({ line: 'second' })}>
          {roles.length > 1 && (
            <FilterMenu
              label={t('role')}
              className="flex-[1.5] desktop:hidden"
              value={
                <>
                  {chosenRole?.name ?? t('all_roles')}
                  <span className="text-ink-3"> · {freeOf(chosenRole?.id)}</span>
                </>
              }
            >
              {roleLinks()}
            </FilterMenu>
          )}
          {times.length > 1 && (
            <FilterMenu label={t('time')} className="flex-1" value={timeName(filter.time)}>
              {[undefined, ...times].map((time) => (
                <li key={time ?? 'any'}>
                  <FilterLink className={itemClass()} isOn={filter.time === time} href={hrefOf({ time })}>
                    {timeName(time)} {time && <span className="text-ink-3 tabular-nums">{HOURS[time]}</span>}
                  </FilterLink>
                </li>
              ))}
            </FilterMenu>
          )}
        </div>
      )}
      {isLong && roles.length > 1 && (
        <ul aria-label={t('role')} className="-mx-3 hidden desktop:grid">
          {roleLinks()}
        </ul>
      )}
    </nav>
  )
}

/** On phones both lines stick to the top, unless the page is enlarged so far that little else would be seen. */
const lineClass = cva(
  'tall:max-desktop:sticky -mx-5 flex gap-2 bg-canvas px-5 pb-2 desktop:mx-0 desktop:px-0 desktop:pb-0',
  {
    variants: {
      line: {
        first:
          'top-0 z-6 mt-3 items-start pt-2 max-desktop:overflow-x-auto desktop:mt-0 desktop:border-t desktop:border-line desktop:pt-4',
        second: 'top-14 z-5 desktop:block',
      },
    },
  },
)

const itemClass = cva(
  [
    'flex min-h-10 items-center justify-between gap-4 rounded-small px-3 desktop:min-h-8.5',
    'text-compact/tight no-underline hover:bg-sunken',
    'current:bg-primary-soft current:font-semibold current:text-primary',
  ],
  { variants: { none: { true: 'text-ink-3', false: 'text-ink-2' } }, defaultVariants: { none: false } },
)

/** On phones the second line slides away while the reader goes down the page, and comes back on the way up. */
function useScrollDirection(): void {
  useEffect(() => {
    let last = scrollY
    const compare = () => {
      if (Math.abs(scrollY - last) < SCROLL_NOISE) return
      document.documentElement.toggleAttribute('data-scrolls-down', scrollY > last && last > 0)
      last = scrollY
    }
    addEventListener('scroll', compare, { passive: true })
    return () => {
      removeEventListener('scroll', compare)
      document.documentElement.removeAttribute('data-scrolls-down')
    }
  }, [])
}

/** Pixels. Shorter scrolls are ignored. */
const SCROLL_NOISE = 8

/** Returns the free places by role, with the sum under `undefined`, for the chosen days and times. */
function useFreePlaces({
  event,
  shifts,
  filter,
}: Omit<FilterBarProps, 'filter'> & { filter: ShiftFilter }): ReadonlyMap<string | undefined, number> {
  const now = useNow()
  return useMemo(() => {
    const free = new Map<string | undefined, number>()
    for (const shift of shifts) {
      if (
        !isOpenShift(event, shift, now) ||
        !fitsFilter(shift, { ...filter, role: undefined }, event.time_zone)
      )
        continue
      for (const key of [undefined, shift.role_id]) free.set(key, (free.get(key) ?? 0) + shift.spots_left)
    }
    return free
  }, [event, shifts, filter, now])
}

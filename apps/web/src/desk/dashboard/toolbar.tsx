import type { Event } from '@muster/contract/events'
import { cva } from 'class-variance-authority'
import { type ReactNode, useEffect, useRef } from 'react'
import { useDateFormat } from '../../format/dates.ts'
import { controlClass } from '../../ui/controls/field.tsx'
import { SelectBox } from '../../ui/controls/native-select.tsx'
import { useIsWide } from '../../ui/hooks/use-is-wide.ts'
import { areSingleKeysOn } from '../../ui/keys/single-keys.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { useText } from './texts.ts'
import { type ChangeFilters, rememberView, type View, views } from './use-chosen-event.ts'
import type { ShownShifts } from './use-shown-shifts.ts'

export const searchId = 'find-shift'
export const gapsId = 'only-gaps'

/** As buttons beside each other; more are a select. */
const MOST_DAYS = 3

const pressClass = cva(
  [
    'inline-flex min-h-11 flex-none items-center justify-center border border-line-strong bg-surface px-3 text-compact leading-tight font-semibold whitespace-nowrap text-ink-2',
    'hover:bg-sunken aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary aria-pressed:inner-border-primary aria-pressed:forced-highlight desktop:pointer-fine:min-h-10 @max-list:px-2.5',
  ],
  {
    variants: {
      place: {
        alone: 'rounded-control max-desktop:rounded-full',
        joined:
          'relative aria-pressed:z-1 focus-visible:z-2 max-desktop:rounded-full desktop:-ml-px desktop:first:ml-0 desktop:first:rounded-l-control desktop:last:rounded-r-control',
      },
    },
  },
)

const selectClass = 'toolbar-select max-w-44 flex-none @max-list:max-w-32'

/** Every choice is in the address (D38). */
export function Toolbar({
  event,
  list,
  isSearching,
  onFilter,
}: {
  event: Event
  list: ShownShifts
  /** Whether a phone shows the search, for which it has no room beside the filters. */
  isSearching: boolean
  onFilter: ChangeFilters
}) {
  const t = useText()
  const { days, role, kind } = list
  const gaps = kind ?? 'missing'
  const view = list.view ?? 'role'
  const isTimeline = useIsWide() && view === 'timeline'
  const changeView = (next: View) => {
    rememberView(next)
    onFilter({ view: next })
  }
  return (
    <div
      role="toolbar"
      aria-label={t('filter.label')}
      className="-mx-5 mb-0 flex items-center gap-2 bg-canvas px-5 py-2 max-desktop:overflow-x-auto max-desktop:border-b max-desktop:border-line max-desktop:py-1.5 desktop:-mx-2 desktop:px-2 tall:sticky tall:top-0 tall:z-12 tall:max-desktop:top-14 print:hidden @max-list:gap-1.5"
    >
      <SearchField isShown={isSearching || list.query !== ''} query={list.query} onFilter={onFilter} />
      {event.roles.length > 1 && (
        <SelectBox
          narrow
          className={`${selectClass} max-desktop:order-last`}
          aria-label={t('filter.role')}
          value={role ?? ''}
          onChange={({ currentTarget }) => onFilter({ role: currentTarget.value || undefined })}
        >
          <option value="">{t('filter.all_roles')}</option>
          {event.roles.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectBox>
      )}
      {days.length > 1 && (
        <Days
          event={event}
          days={isTimeline ? days : [undefined, ...days]}
          day={isTimeline ? list.timelineDay : list.day}
          onFilter={onFilter}
        />
      )}
      <button
        type="button"
        id={gapsId}
        className={pressClass({ place: 'alone' })}
        aria-pressed={kind !== undefined}
        onClick={() => onFilter({ show: kind ? undefined : 'missing' })}
      >
        <span className={gaps === 'missing' ? 'desktop:@max-list:sr-only' : ''}>{t(`filter.${gaps}`)}</span>
        {gaps === 'missing' && (
          <span aria-hidden="true" className="hidden desktop:@max-list:inline">
            {t('filter.gaps')}
          </span>
        )}
      </button>
      <Choices label={t('view.label')} className="ml-auto max-desktop:hidden @max-list:hidden">
        {views.map((each) => (
          <button
            key={each}
            type="button"
            className={pressClass({ place: 'joined' })}
            aria-pressed={view === each}
            onClick={() => changeView(each)}
          >
            {t(`view.${each}`)}
          </button>
        ))}
      </Choices>
      <SelectBox
        narrow
        className={`${selectClass} ml-auto max-desktop:hidden @list:hidden`}
        aria-label={t('view.label')}
        value={view}
        onChange={({ currentTarget: { value } }) => {
          const next = views.find((each) => each === value)
          if (next) changeView(next)
        }}
      >
        {views.map((each) => (
          <option key={each} value={each}>
            {t(`view.${each}`)}
          </option>
        ))}
      </SelectBox>
    </div>
  )
}

function Days({
  event,
  days,
  day,
  onFilter,
}: {
  event: Event
  /** Undefined stands for all. */
  days: readonly (string | undefined)[]
  day: string | undefined
  onFilter: ChangeFilters
}) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  if (days.filter(Boolean).length > MOST_DAYS) {
    return (
      <SelectBox
        narrow
        className={selectClass}
        aria-label={t('filter.day')}
        value={day ?? ''}
        onChange={({ currentTarget }) => onFilter({ day: currentTarget.value || undefined })}
      >
        {days.map((each) => (
          <option key={each ?? ''} value={each ?? ''}>
            {each ? format.calendarDay(each) : t('filter.all_days')}
          </option>
        ))}
      </SelectBox>
    )
  }
  return (
    <Choices label={t('filter.day')}>
      {days.map((each) => (
        <button
          key={each ?? ''}
          type="button"
          className={pressClass({ place: 'joined' })}
          aria-pressed={each === day}
          onClick={() => onFilter({ day: each })}
        >
          {each ? format.shortDay(each) : t('filter.all')}
        </button>
      ))}
    </Choices>
  )
}

function Choices({
  label,
  className = '',
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  return (
    <fieldset aria-label={label} className={`flex flex-none max-desktop:gap-2 ${className}`}>
      {children}
    </fieldset>
  )
}

function SearchField({
  isShown,
  query,
  onFilter,
}: {
  isShown: boolean
  query: string
  onFilter: ChangeFilters
}) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // What is being typed is ahead of the address.
    if (input.current && input.current !== document.activeElement) input.current.value = query
  }, [query])
  return (
    <span
      className={`relative w-56.5 flex-none max-desktop:w-60 @max-list:w-26 ${isShown ? '' : 'max-desktop:hidden'}`}
    >
      <Icon
        name="search"
        size="medium"
        className="pointer-events-none absolute top-[calc(50%-9px)] left-3 text-ink-3"
      />
      <input
        ref={input}
        id={searchId}
        type="search"
        aria-label={t('search.label')}
        aria-keyshortcuts="/"
        className={controlClass({ className: 'min-h-10! py-1! pr-2! pl-9.5! text-compact!' })}
        placeholder={t('search.label')}
        autoComplete="off"
        spellCheck={false}
        defaultValue={query}
        onChange={({ currentTarget: { value } }) => onFilter({ q: value || undefined }, { replace: true })}
      />
      {areSingleKeysOn() && (
        <kbd
          aria-hidden="true"
          className="pointer-events-none absolute top-[calc(50%-12px)] right-3 hidden rounded-segment border border-line bg-canvas px-1.5 py-0.5 font-sans text-hint/tight text-ink-3 desktop:pointer-fine:block [input:not(:placeholder-shown)+&]:hidden! @max-list:hidden!"
        >
          /
        </kbd>
      )}
    </span>
  )
}

/** Clears what is typed too, which the address follows. */
export function clearSearch(): void {
  const input = document.getElementById(searchId)
  if (input instanceof HTMLInputElement) input.value = ''
}

import { cva } from 'class-variance-authority'
import type { ReactNode } from 'react'
import { useDateFormat } from '../../../format/dates.ts'
import { paths } from '../../../paths.ts'
import { isForBrowser, replaceSearch, useSearch } from '../../../ui/hooks/navigation.ts'
import { usePublicText } from './texts.ts'

export function useChosenDay(days: readonly string[]): string | undefined {
  const chosen = useSearch().get('day')
  return days.find((day) => day === chosen)
}

const searchOf = (day: string | undefined) => (day === undefined ? '' : String(new URLSearchParams({ day })))

type PublicDaysProps = { event_id: string; days: readonly string[]; day: string | undefined }

/** Links, so that they work before the scripts are loaded. */
export function PublicDays({ event_id, days, day }: PublicDaysProps) {
  const t = usePublicText()
  // A calendar day, not an instant: must not be converted to a zone.
  const format = useDateFormat('UTC')
  return (
    <nav
      data-days
      aria-label={t('days')}
      className="sticky top-0 z-10 -mx-5 mt-4 flex min-w-0 gap-2 overflow-x-auto bg-canvas px-5 py-2 [scrollbar-width:none] print:hidden"
    >
      {[undefined, ...days].map((each) => (
        <DayLink key={each ?? 'all'} event_id={event_id} day={each} isChosen={each === day}>
          {each === undefined ? t('all_days') : format.day(each)}
        </DayLink>
      ))}
    </nav>
  )
}

const dayClass = cva([
  'inline-flex min-h-11 flex-none items-center rounded-full border border-line-strong bg-surface px-4 text-compact font-semibold',
  'whitespace-nowrap text-ink-2 no-underline aria-[current]:border-primary aria-[current]:bg-primary-soft aria-[current]:text-primary',
  'aria-[current]:inner-border-primary forced-colors:aria-[current]:border-[Highlight]',
  'forced-colors:aria-[current]:bg-[Highlight] forced-colors:aria-[current]:text-[HighlightText]',
  'forced-colors:aria-[current]:forced-color-adjust-none',
])

type DayLinkProps = { event_id: string; day: string | undefined; isChosen: boolean; children: ReactNode }

function DayLink({ event_id, day, isChosen, children }: DayLinkProps) {
  const search = searchOf(day)
  return (
    <a
      className={dayClass()}
      href={`${paths.publicEvent(event_id)}${search && `?${search}`}`}
      aria-current={isChosen || undefined}
      onClick={(press) => {
        if (isForBrowser(press)) return
        press.preventDefault()
        replaceSearch(search)
      }}
    >
      {children}
    </a>
  )
}

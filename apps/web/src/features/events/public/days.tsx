import { cva } from 'class-variance-authority'
import type { ReactNode } from 'react'
import { useDateFormat } from '../../../format/dates.ts'
import { replaceSearch, useSearch } from '../../../ui/hooks/navigation.ts'
import { usePublicText } from './texts.ts'

/** One day of an event, or undefined for all. It stands in the address, so that back and reload keep it. */
export function useChosenDay(days: readonly string[]): string | undefined {
  const chosen = useSearch().get('day')
  return days.find((day) => day === chosen)
}

function chooseDay(day: string | undefined): void {
  replaceSearch(day === undefined ? '' : String(new URLSearchParams({ day })))
}

export function PublicDays({ days, day }: { days: readonly string[]; day: string | undefined }) {
  const t = usePublicText()
  // A calendar day, not an instant: written as it stands, whatever the zone.
  const format = useDateFormat('UTC')
  return (
    <fieldset
      data-days
      className="sticky top-0 z-10 -mx-5 mt-4 flex min-w-0 gap-2 overflow-x-auto bg-canvas px-5 py-2 [scrollbar-width:none] noscript:hidden print:hidden"
    >
      <legend className="sr-only">{t('days')}</legend>
      <DayButton isChosen={day === undefined} onChoose={() => chooseDay(undefined)}>
        {t('all_days')}
      </DayButton>
      {days.map((each) => (
        <DayButton key={each} isChosen={each === day} onChoose={() => chooseDay(each)}>
          {format.day(each)}
        </DayButton>
      ))}
    </fieldset>
  )
}

const dayClass = cva([
  'min-h-11 flex-none rounded-full border border-line-strong bg-surface px-4 text-compact font-semibold',
  'whitespace-nowrap text-ink-2 aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary',
  'aria-pressed:inner-border-primary forced-colors:aria-pressed:border-[Highlight]',
  'forced-colors:aria-pressed:bg-[Highlight] forced-colors:aria-pressed:text-[HighlightText]',
  'forced-colors:aria-pressed:forced-color-adjust-none',
])

type DayButtonProps = { isChosen: boolean; onChoose: () => void; children: ReactNode }

function DayButton({ isChosen, onChoose, children }: DayButtonProps) {
  return (
    <button type="button" className={dayClass()} aria-pressed={isChosen} onClick={onChoose}>
      {children}
    </button>
  )
}

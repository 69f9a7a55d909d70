import { cva } from 'class-variance-authority'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useDateFormat } from '../../../format/dates.ts'
import { useSearch } from '../../../ui/hooks/navigation.ts'
import { usePublicText } from './texts.ts'

/** One day of an event, or all. The choice stands in the address, so that back and reload keep it. */
export function useChosenDay(
  days: readonly string[],
): [string | undefined, (day: string | undefined) => void] {
  const given = useSearch().get('day') ?? undefined
  const [chosen, setChosen] = useState(given)
  const choose = (day: string | undefined) => {
    const address = day === undefined ? location.pathname : `?${new URLSearchParams({ day })}`
    history.replaceState(history.state, '', address)
    setChosen(day)
  }
  return [days.find((day) => day === chosen), choose]
}

export function PublicDays({
  days,
  day,
  onChoose,
}: {
  days: readonly string[]
  day: string | undefined
  onChoose: (day: string | undefined) => void
}) {
  const t = usePublicText()
  // A calendar day, not an instant: written as it stands, whatever the zone.
  const format = useDateFormat('UTC')
  return (
    <fieldset
      data-days
      className="sticky top-0 z-10 -mx-5 mt-4 flex min-w-0 gap-2 overflow-x-auto bg-canvas px-5 py-2 [scrollbar-width:none] noscript:hidden print:hidden"
    >
      <legend className="sr-only">{t('days')}</legend>
      <DayButton isChosen={day === undefined} onChoose={() => onChoose(undefined)}>
        {t('all_days')}
      </DayButton>
      {days.map((each) => (
        <DayButton key={each} isChosen={each === day} onChoose={() => onChoose(each)}>
          {format.day(each)}
        </DayButton>
      ))}
    </fieldset>
  )
}

const dayClass = cva([
  'min-h-11 flex-none rounded-full border border-line-strong bg-surface px-4 text-compact font-semibold',
  'whitespace-nowrap text-ink-2 aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary',
  'aria-pressed:inset-ring aria-pressed:inset-ring-primary forced-colors:aria-pressed:border-[Highlight]',
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

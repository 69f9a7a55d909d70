import type { PersonPage } from '@muster/contract/people'
import { occupiesTime } from '@muster/contract/rules/assignment-status'
import { isOver } from '@muster/contract/rules/shift-phase'
import type { ReactNode } from 'react'
import { browserTimeZone, useDateFormat } from '../../format/dates.ts'
import { useNow } from '../../live/use-now.ts'
import { useIsWide } from '../../ui/hooks/use-is-wide.ts'
import { cardClass } from '../../ui/page/card.ts'
import { Hours } from '../people/hours.tsx'
import { useText } from './texts.ts'

const HOUR = 60
const DAY = 24 * HOUR

export function Figures({ person: { shifts, years, usual_answer_minutes } }: { person: PersonPage }) {
  const t = useText()
  const now = useNow()
  const isWide = useIsWide()
  const this_year = Number(useDateFormat(browserTimeZone()).year(now))
  const has = (statuses: readonly string[]) =>
    shifts.filter(({ assignment }) => assignment.some(({ status }) => statuses.includes(status)))
  const done = has(['CONFIRMED']).filter((shift) => isOver(shift, now)).length
  const ahead = shifts.filter(
    (shift) => !isOver(shift, now) && shift.assignment.some(({ status }) => occupiesTime(status)),
  ).length
  const absences = has(['ABSENT']).length
  const minutes = years.find(({ year }) => year === this_year)?.planned_minutes ?? 0
  return (
    <section aria-label={t('figures')} className={cardClass({ padding: 'shift' })}>
      <dl className="grid auto-cols-fr grid-flow-col gap-x-3">
        <Figure label={t(isWide ? 'hours_in' : 'figures_short.hours_in', { year: String(this_year) })}>
          <Hours minutes={minutes} />
        </Figure>
        <Figure
          label={
            isWide
              ? t('shifts_done', { count: done, ahead })
              : t('figures_short.shifts_done', { count: done })
          }
        >
          {done}
        </Figure>
        <Figure label={isWide ? t('absences', { count: absences }) : t('figures_short.absences')}>
          {absences}
        </Figure>
        {usual_answer_minutes !== null && (
          <Figure label={t(isWide ? 'answers_in' : 'figures_short.answers_in')}>
            {spanOf(usual_answer_minutes)}
          </Figure>
        )}
      </dl>
    </section>
  )

  function spanOf(span: number): string {
    if (span < HOUR) return t('minutes', { count: span })
    return span < 2 * DAY
      ? t('hours', { count: Math.round(span / HOUR) })
      : t('days', { count: Math.round(span / DAY) })
  }
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-hint text-ink-2">{label}</dt>
      <dd className="text-h2 font-bold tabular-nums">{children}</dd>
    </div>
  )
}

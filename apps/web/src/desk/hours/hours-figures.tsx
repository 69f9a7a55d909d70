import type { Hours } from '@muster/contract/hours'
import { formatCount } from '../../format/hours.ts'
import { locales, useLanguage } from '../../i18n/language.ts'
import { cardClass } from '../../ui/page/card.ts'
import { useText } from './texts.ts'

export function HoursFigures({ total }: { total: Hours['total'] }) {
  const t = useText()
  const language = useLanguage()
  const { people, worked_shifts, planned_minutes, worked_minutes, absences } = total
  const percent = new Intl.NumberFormat(locales[language], {
    style: 'percent',
    maximumFractionDigits: 1,
  }).format(absences / Math.max(1, absences + worked_shifts))
  const figures = [
    { count: people, label: t('figures.people', { count: people }) },
    { count: worked_shifts, label: t('figures.worked_shifts', { count: worked_shifts }) },
    { count: Math.round(planned_minutes / 60), label: t('figures.planned') },
    { count: Math.round(worked_minutes / 60), label: t('figures.worked') },
    { count: absences, label: t('figures.absences', { count: absences, percent }) },
  ]
  return (
    <dl
      className={cardClass({
        padding: 'none',
        className:
          'mb-3 grid grid-cols-2 gap-x-6 gap-y-2 px-5 tablet:flex tablet:flex-wrap tablet:gap-x-13 pt-3.5 pb-3 tablet:px-6',
      })}
    >
      {figures.map(({ count, label }) => (
        <div key={label} className="flex flex-col-reverse">
          <dt className="text-hint text-ink-2">{label}</dt>
          <dd className="text-h2 font-bold tabular-nums">{formatCount(count, language)}</dd>
        </div>
      ))}
    </dl>
  )
}

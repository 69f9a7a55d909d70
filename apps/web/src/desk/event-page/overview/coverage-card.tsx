import type { Event } from '@muster/contract/events'
import { addMs, HOUR_MS } from '@muster/contract/rules/instants'
import { type KeyboardEvent, useMemo } from 'react'
import { Link } from 'react-router'
import '../../../styles/overview.css'
import { useDateFormat } from '../../../format/dates.ts'
import { paths } from '../../../paths.ts'
import { useCoverageWords } from '../../../ui/feedback/coverage-words.ts'
import { StateSign } from '../../../ui/feedback/state-bar.tsx'
import type { CountedShift } from '../../shifts/group-shifts.ts'
import { OverviewCard } from './card.tsx'
import { ChartTable } from './chart-table.tsx'
import { coverByDay, type DayCoverage, type Hour, mostPlaces } from './hourly-coverage.ts'
import { useText } from './texts.ts'

const kinds = ['confirmed', 'waiting', 'missing'] as const
const signs = { confirmed: 'confirmed', waiting: 'asked', missing: 'gap' } as const

/** A column for each hour, all on one scale. */
export function CoverageCard({ event, shifts }: { event: Event; shifts: readonly CountedShift[] }) {
  const t = useText()
  const days = useMemo(() => coverByDay(shifts, event.time_zone), [shifts, event.time_zone])
  const most = mostPlaces(days)
  if (days.length === 0) return null
  return (
    <OverviewCard
      title={t('coverage.title')}
      aside={
        <p className="flex flex-wrap gap-x-5 text-hint text-ink-2" aria-hidden="true">
          {kinds.map((kind) => (
            <span key={kind} className="inline-flex items-center gap-2">
              <StateSign kind={signs[kind]} className="h-3! w-5.5!" />
              {t(`key.${kind}`)}
            </span>
          ))}
        </p>
      }
    >
      <div className="mt-2.5 flex gap-7 overflow-x-auto pb-1 max-tablet:flex-col" data-chart>
        {days.map((day, index) => (
          <Day key={day.day} event={event} shown={day} most={most} isFirst={index === 0} />
        ))}
      </div>
      <HourTable event={event} days={days} />
    </OverviewCard>
  )
}

function Day({
  event,
  shown: { day, coverage, hours },
  most,
  isFirst,
}: {
  event: Event
  shown: DayCoverage
  most: number
  isFirst: boolean
}) {
  const t = useText()
  const { openParts } = useCoverageWords()
  const format = useDateFormat(event.time_zone)
  const [missing] = openParts({ needed: 0, confirmed: 0, missing: coverage.missing })
  const step = hours.length > 12 ? 3 : hours.length > 6 ? 2 : 1
  const { label } = useHourWords(event)
  return (
    <section className="min-w-full flex-1 tablet:min-w-[calc(33.3%-19px)]">
      <h3 className="flex flex-wrap justify-between gap-x-2 text-meta! font-semibold!">
        {format.shortDay(day)}
        <span className="font-normal text-ink-2 tabular-nums">
          {t('coverage.of', { confirmed: coverage.confirmed, needed: coverage.needed })}
          {missing && (
            <>
              {' · '}
              <b className="text-miss">{missing.text}</b>
            </>
          )}
        </span>
      </h3>
      <div className="hours">
        {hours.map((hour, index) => (
          <Link
            key={hour.at}
            to={paths.event(event.id, '/shifts', {
              day: format.isoDate(hour.at),
              view: 'timeline',
              hour: hour.at,
            })}
            aria-label={label(hour)}
            title={label(hour)}
            tabIndex={isFirst && index === 0 ? 0 : -1}
            onKeyDown={moveFocus}
          >
            {kinds.map(
              (kind) =>
                hour[kind] > 0 && (
                  <i key={kind} data-kind={kind} style={{ height: `${(100 * hour[kind]) / most}%` }} />
                ),
            )}
          </Link>
        ))}
      </div>
      <div className="mt-1.5 flex gap-0.75 text-hint/none text-ink-3 tabular-nums" aria-hidden="true">
        {hours.map(({ at }, index) => (
          <span key={at} className="min-w-2 flex-1 whitespace-nowrap [overflow:visible] w-0">
            {index % step === 0 && format.time(at).slice(0, 2)}
          </span>
        ))}
      </div>
    </section>
  )
}

function HourTable({ event, days }: { event: Event; days: readonly DayCoverage[] }) {
  const t = useText()
  const { clock } = useHourWords(event)
  const format = useDateFormat(event.time_zone)
  return (
    <ChartTable
      caption={t('coverage.title')}
      head={[t('coverage.hour'), ...kinds.map((kind) => t(`key.${kind}`))]}
      rows={days.flatMap(({ day, hours }) =>
        hours.map((hour) => [`${format.shortDay(day)} ${clock(hour)}`, ...kinds.map((kind) => hour[kind])]),
      )}
    />
  )
}

function useHourWords({ time_zone }: Event) {
  const t = useText()
  const format = useDateFormat(time_zone)
  const clock = ({ at }: Hour) => format.clockRange(at, addMs(at, HOUR_MS))
  return {
    clock,
    label: (hour: Hour) =>
      t('coverage.column', {
        clock: `${format.weekday(hour.at)} ${clock(hour)}`,
        confirmed: hour.confirmed,
        waiting: hour.waiting,
        missing: hour.missing,
      }),
  }
}

/** The columns are one stop for the keyboard. */
function moveFocus({ key, currentTarget }: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key]
  if (!step) return
  const columns = [...(currentTarget.closest('[data-chart]')?.querySelectorAll('a') ?? [])]
  const next = columns[columns.findIndex((column) => column === currentTarget) + step]
  if (!next) return
  for (const column of columns) column.tabIndex = column === next ? 0 : -1
  next.focus()
}

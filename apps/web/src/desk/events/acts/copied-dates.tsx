import type { Event } from '@muster/contract/events'
import { moveShift } from '@muster/contract/rules/event-dates'
import { addDays } from '@muster/contract/rules/wall-time'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useDateFormat } from '../../../format/dates.ts'
import { shiftTimesQuery } from '../shift-times.ts'
import { firstDayOf, listCopiedDays } from './copy-dates.ts'
import { useActText } from './texts.ts'

/** Longer events are counted. */
const MOST = 7

type CopiedDatesProps = { event: Event; days: number; settings: boolean }

/** D25, D47: the days of the event and of the copy side by side. */
export function CopiedDates({ event, days, settings }: CopiedDatesProps) {
  const t = useActText()
  const { time_zone } = event
  const format = useDateFormat(time_zone)
  const calendar = useDateFormat('UTC')
  const { data: shifts } = useQuery(shiftTimesQuery(event.id))
  const copied = useMemo(() => listCopiedDays(shifts ?? [], { days, time_zone }), [shifts, days, time_zone])
  const dateOf = (day: string) => `${calendar.weekday(noonOf(day))} ${calendar.date(noonOf(day))}`
  const shiftsIn = ({ count, start_dt, end_dt }: { count: number; start_dt: string; end_dt: string }) =>
    t('dates.shifts', { count, times: `${format.time(start_dt)}–${format.time(end_dt)}` })
  const rows = copied.slice(0, MOST).map(({ day, now, copy }) => ({
    key: day,
    before: [dateOf(day), shiftsIn(now)],
    after: [dateOf(addDays(day, days)), shiftsIn(copy)],
  }))
  if (copied.length === 0) {
    const first = firstDayOf(event)
    const named = (day: string) => [dateOf(day), t('dates.no_shifts')]
    rows.push({ key: first, before: named(first), after: named(addDays(first, days)) })
  }
  const signup = settings ? signupRows(event, days) : []
  const when = (at: string) => `${format.day(at)} ${format.year(at)}`
  for (const { name, before, after } of signup) {
    const act = t(name === 'opens' ? 'dates.opens' : 'dates.closes')
    rows.push({
      key: name,
      before: [when(before), `${act} ${format.time(before)}`],
      after: [when(after), `${act} ${format.time(after)}`],
    })
  }
  return (
    <section className="self-start rounded-panel bg-sunken p-4" aria-busy={shifts === undefined || undefined}>
      <h3 className="text-base font-bold">{t('dates.title')}</h3>
      <table className="mt-2 w-full text-left">
        <thead className="text-meta text-ink-2">
          <tr>
            <th scope="col" className="pb-1.5 font-semibold">
              {t('dates.now')}
            </th>
            <th scope="col" className="pb-1.5 font-semibold">
              {t('dates.copy')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, before, after }) => (
            <tr key={key} className="border-t border-line align-top">
              <td className="py-2 pr-3">
                {before[0]}
                <small className="block text-hint text-ink-2">{before[1]}</small>
              </td>
              <td className="py-2">
                <b>{after[0]}</b>
                <small className="block text-hint text-ink-2">{after[1]}</small>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {copied.length > MOST && (
        <p className="mt-2 text-meta text-ink-2">{t('dates.more', { count: copied.length - MOST })}</p>
      )}
    </section>
  )
}

const noonOf = (day: string) => `${day}T12:00:00.000Z`

function signupRows({ signup_opens_at, signup_closes_at, time_zone }: Event, days: number) {
  const move = { from: time_zone, to: time_zone, days }
  return (
    [
      ['opens', signup_opens_at],
      ['closes', signup_closes_at],
    ] as const
  ).flatMap(([name, at]) =>
    at === null ? [] : { name, before: at, after: moveShift({ start_dt: at, end_dt: at }, move).start_dt },
  )
}

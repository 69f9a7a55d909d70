import type { Language } from '@muster/contract/language'
import { isTimeUnconfirmed } from '@muster/contract/rules/agreed-times'
import { type Coverage, isConfirmed } from '@muster/contract/rules/coverage'
import { MINUTE_MS } from '@muster/contract/rules/instants'
import type { InvitationState } from '@muster/contract/rules/invitation-state'
import type { ScheduleDay, ScheduleRow } from '@muster/contract/rules/running-schedule'
import { wallToInstant } from '@muster/contract/rules/wall-time'
import { INVALID_DATE } from '@muster/contract/rules/zone'
import { useId } from 'react'
import { useMay } from '../../api/rights.ts'
import { now as readClock } from '../../clock.ts'
import { type DateFormat, dateFormat, NO_BREAK } from '../../format/dates.ts'
import { fullName, sortByName } from '../../format/names.ts'
import { zoneInWords } from '../../format/time-zones.ts'
import { locales, useLanguage } from '../../i18n/language.ts'
import { paths } from '../../paths.ts'
import { useCoverageWords } from '../../ui/feedback/coverage-words.ts'
import { PageLink } from '../../ui/page/page-link.tsx'
import { personLinkClass } from '../../ui/page/person-link.tsx'
import type { ReportedShift } from './api.ts'
import { PlaceBoxes } from './place-boxes.tsx'
import { useText } from './texts.ts'

type Row = ScheduleRow<ReportedShift>
type ReportedPerson = ReportedShift['assignment'][number]['person']

/** Limit of empty lines per shift: a large empty shift would fill pages. */
const MOST_LINES = 20

type DayProps = {
  /** True for a report of all events, in which each row names its event and time zone. */
  namesEvent: boolean
  namesZone: boolean
}

/** Passed as props: a hook in each of thousands of rows costs more than the row. */
type Speech = {
  t: ReturnType<typeof useText>
  openParts: ReturnType<typeof useCoverageWords>['openParts']
  /** Whether names lead to the people's pages (D69). */
  mayRead: boolean
  language: Language
  now: string
}

type RowProps = Speech & { row: Row }

export const sectionHeadingClass = 'border-b-2 border-ink pb-2 text-h3'

export function ScheduleDaySection({
  day: { day, rows, hours },
  ...shown
}: DayProps & { day: ScheduleDay<ReportedShift> }) {
  const t = useText()
  const { openParts } = useCoverageWords()
  const mayRead = useMay('read')
  const id = useId()
  const language = useLanguage()
  const first = rows[0]?.shift
  if (!first) return null
  const speech = { t, openParts, mayRead, language, now: readClock().toISOString() }
  const format = dateFormat(language, first.event.time_zone)
  const noon = day !== INVALID_DATE ? wallToInstant(`${day}T12:00`, first.event.time_zone) : day
  const laterDay = format.endDay(noon, hours.end_dt)
  return (
    // Measured with 5,000 shifts.
    <section className="schedule-day mt-8 offscreen-225">
      <h3 id={id} className={sectionHeadingClass}>
        {shown.namesEvent ? longDate(format, noon) : format.longDay(noon)}
        {!shown.namesZone && (
          <span className="schedule-hours ml-2 text-meta/heading font-normal tracking-normal text-ink-2 tabular-nums">
            {` ${hours.from}–${hours.to}`}
            {laterDay && `${NO_BREAK}${laterDay}`}
          </span>
        )}
      </h3>
      <table aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{t('time')}</th>
            <th scope="col">{t('role')}</th>
            <th scope="col">{t('volunteers')}</th>
            <th scope="col">{t('status')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ShiftRow key={row.shift.id} row={row} {...speech} {...shown} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function ShiftRow({ namesEvent, namesZone, ...props }: RowProps & DayProps) {
  const { t, row } = props
  const { shift } = row
  return (
    <tr>
      <td>
        <Clock {...props} />
        {shift.event.location && <Small>{shift.event.location}</Small>}
        {namesZone && <Small>{zoneInWords(shift.event.time_zone)}</Small>}
      </td>
      <td>
        {shift.role.name}
        {namesEvent && <Small>{shift.event.name}</Small>}
      </td>
      <td>
        <Volunteers {...props} />
      </td>
      <td>{row.is_repeat ? <Small>{t('counted_above')}</Small> : <Status {...props} />}</td>
    </tr>
  )
}

const figuresClass = 'font-bold tabular-nums'

function Small({ children }: { children: string }) {
  return <small className="block text-hint/snug text-ink-3">{children}</small>
}

/** "22:00–02:00 Sun", on the next day "from Sat 22:00–02:00 Sun", with the duration when clocks change during the shift. */
function Clock({ row, t, language }: RowProps) {
  const { shift, start, end, ends_on_later_day, is_repeat, clock_change } = row
  const format = dateFormat(language, shift.event.time_zone)
  return (
    <>
      {is_repeat && t('from_before', { start: `${format.weekday(shift.start_dt)} ${start}` })}
      <b className={figuresClass}>{is_repeat ? `–${end}` : `${start}–${end}`}</b>
      {ends_on_later_day && ` ${format.endDay(shift.start_dt, shift.end_dt)}`}
      {clock_change !== 0 && !is_repeat && (
        <Small>
          {t(clock_change > 0 ? 'clocks_forward' : 'clocks_back', { duration: durationOf(shift, language) })}
        </Small>
      )}
    </>
  )
}

function Volunteers({ row, t, language, mayRead, now }: RowProps) {
  const missing = row.is_repeat ? 0 : row.missing
  const lines = Math.min(missing, MOST_LINES)
  const more = missing - lines
  return (
    <ul>
      {sortPeople(row.confirmed, language).map(({ person, ...each }) => (
        <li key={person.id}>
          <PersonInRow person={person} mayRead={mayRead} />
          {isTimeUnconfirmed(each, row.shift, now) && ` (${t('asked_again')})`}
        </li>
      ))}
      {sortPeople(row.invited, language).map(({ person, invitation = 'asked' }) => (
        <li key={person.id} className="pending text-ink-3 italic">
          <PersonInRow person={person} mayRead={mayRead} /> <InvitedMark t={t} state={invitation} />
        </li>
      ))}
      {sortPeople(row.expired, language).map(({ person }) => (
        // Paper has a line beneath the name, because another volunteer may take the place.
        <li key={person.id} className="pending expired text-ink-3 italic">
          <PersonInRow person={person} mayRead={mayRead} /> <InvitedMark t={t} state="expired" />
        </li>
      ))}
      {Array.from({ length: lines }, (_, line) => (
        // Blank lines to write on, printed only.
        <li key={line} className="blank hidden" aria-hidden="true" />
      ))}
      {more > 0 && <li className="hidden print:block">{t('more_lines', { count: more })}</li>}
    </ul>
  )
}

/** "(asked)" (D37) */
function InvitedMark({ t, state }: Pick<Speech, 't'> & { state: InvitationState }) {
  return <>({t(`invited.${state}`)})</>
}

function Status({ row: { shift, confirmed, invited, expired, missing, open }, openParts }: RowProps) {
  const needed = shift.required_qty
  const coverage = { needed, confirmed: confirmed.length, missing, expired: expired.length }
  const parts = openParts(coverage)
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <b className={`${figuresClass} ${toneOf(coverage)}`}>{`${confirmed.length}/${needed}`}</b>
        {parts.map(({ kind, text }) => (
          // On paper the names show who has expired; a third line would make the row higher.
          <small
            key={kind}
            className={`short text-hint/snug font-semibold text-miss ${kind === 'expired' ? 'print:hidden' : ''}`}
          >
            {text}
          </small>
        ))}
      </p>
      <PlaceBoxes
        confirmed={Math.min(confirmed.length, needed)}
        invited={Math.min(invited.length, Math.max(0, needed - confirmed.length))}
        missing={open}
      />
    </>
  )
}

/** D37: an invitation is neither a gap nor a person who comes. */
function toneOf(coverage: Pick<Coverage, 'needed' | 'confirmed' | 'missing'>): string {
  if (isConfirmed(coverage)) return 'covered text-ok'
  return coverage.missing > 0 ? 'short text-miss' : ''
}

function sortPeople(assignments: Row['confirmed'], language: Language) {
  const named = assignments.map((assignment) => ({ ...assignment.person, assignment }))
  return sortByName(named, language).map(({ assignment }) => assignment)
}

function PersonInRow({ person, mayRead }: { person: ReportedPerson; mayRead: boolean }) {
  const name = person.child_team ? `${fullName(person)} (${person.child_team})` : fullName(person)
  if (!mayRead) return <span>{name}</span>
  return (
    <PageLink className={personLinkClass} href={paths.person(person.id)}>
      {name}
    </PageLink>
  )
}

function longDate(format: DateFormat, iso: string): string {
  return `${format.longDay(iso)}${NO_BREAK}${format.year(iso)}`
}

/** "4 hours 20 minutes" */
function durationOf({ start_dt, end_dt }: ReportedShift, language: Language): string {
  const minutes = Math.round((Date.parse(end_dt) - Date.parse(start_dt)) / MINUTE_MS)
  const parts = [
    { unit: 'hour', count: Math.floor(minutes / 60) },
    { unit: 'minute', count: minutes % 60 },
  ]
  return parts
    .filter(({ count }) => count > 0)
    .map(({ unit, count }) =>
      new Intl.NumberFormat(locales[language], { style: 'unit', unit, unitDisplay: 'long' }).format(count),
    )
    .join(' ')
}

import type { Event } from '@muster/contract/events'
import type { PersonPage } from '@muster/contract/people'
import { isOver } from '@muster/contract/rules/shift-phase'
import type { Assignment, Shift } from '@muster/contract/shifts'
import { Fragment, useState } from 'react'
import '../../styles/rows.css'
import { Link } from 'react-router'
import { useDateFormat } from '../../format/dates.ts'
import { useLanguage } from '../../i18n/language.ts'
import { useNow } from '../../live/use-now.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { Hours, hoursText } from '../people/hours.tsx'
import { AssignmentBadge } from './assignment-badge.tsx'
import { Card } from './card.tsx'
import { ShiftMenu } from './shift-menu.tsx'
import { useText } from './texts.ts'

type Own = { shift: Shift; assignment: Assignment; event: Event | undefined }
type Props = { person: PersonPage; events: readonly Event[] }

const addId = 'add-to-shift'

/** Of all events, by event. `onAdd` gets the id of the button, to which the focus returns. */
export function Coming({ person, events, onAdd }: Props & { onAdd: ((from: string) => void) | undefined }) {
  const t = useText()
  const now = useNow()
  const own = listOwn({ person, events }).filter(({ shift }) => !isOver(shift, now))
  const lines = person.waiting.filter((place) => !isOver(place, now))
  const names = new Map([
    ...events.map(({ id, name }) => [id, name] as const),
    ...own.map(({ shift: { role } }) => [role.event.id, role.event.name] as const),
  ])
  const event_ids = new Set([
    ...own.map(({ shift }) => shift.role.event.id),
    ...lines.map(({ event_id }) => event_id),
  ])
  return (
    <Card
      title={t('coming')}
      side={
        onAdd && (
          <Button id={addId} kind="quiet" className="-mr-3" onClick={() => onAdd(addId)}>
            <Icon name="plus" size="small" />
            {t('add')}
          </Button>
        )
      }
    >
      {event_ids.size === 0 && <p className="text-compact text-ink-3">{t('no_coming')}</p>}
      {[...event_ids].map((event_id) => (
        <Fragment key={event_id}>
          <h3 className="mt-2 text-meta/body font-semibold text-ink-2">{names.get(event_id)}</h3>
          <ul className="divide-y divide-line">
            {own
              .filter(({ shift }) => shift.role.event.id === event_id)
              .map(({ shift, assignment, event }) => (
                <li key={assignment.id} className={rowClass}>
                  <When {...shift} zone={event?.time_zone} />
                  <Link
                    to={paths.shiftsOf(event_id, shift.id)}
                    className="min-w-0 text-inherit no-underline [grid-area:role] wrap-anywhere hover:text-primary hover:underline"
                  >
                    {shift.role.name}
                  </Link>
                  <span className="[grid-area:state]">
                    <AssignmentBadge assignment={assignment} now={now} />
                  </span>
                  {event && <ShiftMenu {...{ event, shift, assignment, now }} />}
                </li>
              ))}
            {lines
              .filter((place) => place.event_id === event_id)
              .map((place) => (
                <li key={place.id} className={rowClass}>
                  <When {...place} zone={events.find(({ id }) => id === event_id)?.time_zone} />
                  <span className="[grid-area:role] wrap-anywhere">{place.role_name}</span>
                  <span className="[grid-area:state]">
                    <Badge tone={place.status === 'OFFERED' ? 'wait' : 'neutral'}>
                      {place.status === 'OFFERED' ? t('offered') : t('waiting', { place: place.place })}
                    </Badge>
                  </span>
                </li>
              ))}
          </ul>
        </Fragment>
      ))}
    </Card>
  )
}

const rowClass = 'person-shift py-1 text-compact'

function When({ start_dt, end_dt, zone }: { start_dt: string; end_dt: string; zone: string | undefined }) {
  const format = useDateFormat(zone ?? 'UTC')
  return (
    <span className="flex gap-x-3 tabular-nums [grid-area:when] max-tablet:text-meta max-tablet:text-ink-2">
      <span className="text-ink-2 tablet:w-34 tablet:flex-none">{format.day(start_dt)}</span>
      <span className="tablet:font-semibold">{format.timeRange(start_dt, end_dt)}</span>
    </span>
  )
}

const SHOWN = 5

/** Of all events, newest first. */
export function Done({ person, events }: Props) {
  const t = useText()
  const now = useNow()
  const own = listOwn({ person, events })
    .filter(({ shift }) => isOver(shift, now))
    .toReversed()
  const language = useLanguage()
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? own : own.slice(0, SHOWN)
  const oldest = own.at(-1)
  return (
    <Card
      title={t('done')}
      side={
        <span className="text-meta text-ink-2">
          {[...sumYears(own)]
            .slice(0, 2)
            .map(([year, minutes]) => t('year_sum', { hours: hoursText(minutes, language), year }))
            .join(', ')}
        </span>
      }
    >
      {own.length === 0 && <p className="text-compact text-ink-3">{t('no_done')}</p>}
      <ul className="divide-y divide-line">
        {shown.map(({ shift, assignment, event }) => (
          <li key={assignment.id} className={rowClass}>
            <When {...shift} zone={event?.time_zone} />
            <span className="min-w-0 [grid-area:role] wrap-anywhere">
              {shift.role.name}
              <span className="block text-meta text-ink-2">{shift.role.event.name}</span>
            </span>
            <span className="[grid-area:state]">
              <AssignmentBadge assignment={assignment} now={now} />
            </span>
            <span className="text-right tabular-nums [grid-area:menu]">
              {assignment.status === 'CONFIRMED' && <Hours minutes={minutesOf(shift)} />}
            </span>
          </li>
        ))}
      </ul>
      {oldest && shown.length < own.length && (
        <Button kind="quiet" className="-ml-3 text-compact" onClick={() => setIsWhole(true)}>
          {t('more_done', { count: own.length - shown.length, year: oldest.shift.start_dt.slice(0, 4) })}
        </Button>
      )}
    </Card>
  )
}

function listOwn({ person, events }: Props): Own[] {
  return person.shifts.flatMap((shift) => {
    const event = events.find(({ id }) => id === shift.role.event.id)
    return shift.assignment.map((assignment) => ({ shift, assignment, event }))
  })
}

/** Minutes by year, of shifts that are confirmed. */
function sumYears(own: readonly Own[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { shift, assignment } of own) {
    const year = shift.start_dt.slice(0, 4)
    if (assignment.status === 'CONFIRMED') sums.set(year, (sums.get(year) ?? 0) + minutesOf(shift))
  }
  return sums
}

const minutesOf = ({ start_dt, end_dt }: Shift): number =>
  (Date.parse(end_dt) - Date.parse(start_dt)) / 60_000

import type { Event } from '@muster/contract/events'
import { HOUR_MS } from '@muster/contract/rules/instants'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '../../api/rights.ts'
import { useDateFormat } from '../../format/dates.ts'
import { fullName, initialsOf } from '../../format/names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { PersonLink } from '../../ui/page/person-link.tsx'
import { peopleQuery } from '../people/api.ts'
import { PhoneLink } from '../people/contact-links.tsx'
import type { FoundPerson } from './search-shifts.ts'
import { useText } from './texts.ts'

const MessageSheet = lazy(async () => ({
  default: (await import('../messages/message-sheet.tsx')).MessageSheet,
}))

const MOST = 3

/** Where each person who is found is, and how to reach them. */
export default function FoundPeople({ event, people }: { event: Event; people: readonly FoundPerson[] }) {
  const t = useText()
  const mayWrite = useMay('plan')
  const format = useDateFormat(event.time_zone)
  const [writingTo, setWritingTo] = useState<string>()
  const { data: directory } = useQuery({ ...peopleQuery(), enabled: writingTo !== undefined })
  const recipient = directory?.find(({ id }) => id === writingTo)
  return (
    <>
      {people.slice(0, MOST).map(({ person, shifts }) => {
        const ms = shifts.reduce((sum, each) => sum + Date.parse(each.end_dt) - Date.parse(each.start_dt), 0)
        const hours = Math.round((10 * ms) / HOUR_MS) / 10
        const times = shifts.map(
          ({ start_dt, end_dt }) => `${format.weekday(start_dt)} ${format.timeRange(start_dt, end_dt)}`,
        )
        return (
          <section
            key={person.id}
            aria-label={fullName(person)}
            className="mb-2 flex min-h-14 flex-wrap items-center gap-x-3.5 rounded-control bg-info-soft px-3.5 py-1.5 print:hidden"
          >
            <span
              aria-hidden="true"
              className="grid size-8 flex-none place-items-center rounded-full bg-ok-soft text-hint font-semibold text-ok"
            >
              {initialsOf(fullName(person))}
            </span>
            <p className="min-w-60 flex-1 leading-snug">
              <b translate="no">
                <PersonLink person_id={person.id}>{fullName(person)}</PersonLink>
              </b>
              <span className="block text-meta/snug text-ink-2 tabular-nums">
                {t('search.shifts', { count: shifts.length, hours: t('search.hours', { count: hours }) })}
                {' · '}
                {times.join(', ')}
              </span>
            </p>
            {person.phone && <PhoneLink phone={person.phone} within="row" />}
            {mayWrite && (
              <Button
                kind="line"
                className="text-compact"
                aria-description={fullName(person)}
                onClick={() => setWritingTo(person.id)}
              >
                {t('search.message')}
              </Button>
            )}
          </section>
        )
      })}
      {recipient && (
        <Suspense fallback={null}>
          <MessageSheet person={recipient} onClose={() => setWritingTo(undefined)} />
        </Suspense>
      )}
    </>
  )
}

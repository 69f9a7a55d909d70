import type { Event } from '@muster/contract/events'
import type { Shift } from '@muster/contract/shifts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { requestsQuery } from './api.ts'
import { RequestList } from './request-list.tsx'
import { useText } from './texts.ts'

/** D52: above the people of an open shift. */
export function RequestsOfShift({ event, shift, lastId }: { event: Event; shift: Shift; lastId: string }) {
  const t = useText()
  const id = useId()
  const { data = [], error } = useQuery(requestsQuery(event.id))
  const requests = data.filter(({ shift_id }) => shift_id === shift.id)
  if (error && data.length === 0) return <p className="px-1 pt-3 text-ink-2">{t('load_failed')}</p>
  return (
    <section aria-labelledby={id} className="mt-2 px-1" hidden={requests.length === 0}>
      <h4 id={id} className="pb-1.5 text-meta font-semibold">
        {t('count', { count: requests.length })}
      </h4>
      <RequestList
        event={event}
        requests={requests}
        shifts={[shift]}
        namesShifts={false}
        labelledBy={id}
        lastId={lastId}
      />
    </section>
  )
}

import type { Event } from '@muster/contract/events'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import { shiftsQuery } from '../shifts/api.ts'
import { requestsQuery } from './api.ts'
import { RequestList } from './request-list.tsx'
import { useText } from './texts.ts'

/** D52: all of the event, as they came. */
export default function RequestsSheet({ event, onClose }: { event: Event; onClose: () => void }) {
  const t = useText()
  const introId = useId()
  const { data: requests = [] } = useQuery(requestsQuery(event.id))
  const { data: shifts = [] } = useQuery(shiftsQuery(event.id))
  return (
    <Sheet title={t('count', { count: requests.length })} meta={event.name} wide onClose={onClose}>
      <p id={introId} tabIndex={-1} className="mb-4 text-ink-2">
        {t(requests.length > 0 ? 'intro' : 'all_answered')}
      </p>
      <RequestList
        event={event}
        requests={requests}
        shifts={shifts}
        namesShifts
        labelledBy={introId}
        lastId={introId}
      />
    </Sheet>
  )
}

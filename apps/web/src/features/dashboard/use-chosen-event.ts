import type { Event } from '@muster/contract/events'
import { chooseDefaultEvent } from '@muster/contract/rules/default-event'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { now } from '../../clock.ts'
import { lastEventQuery, rememberEvent } from '../events/api.ts'

/**
 * The event of the dashboard and its open shift, both in the address (D38): `?event=…&shift=…`. Without one in the
 * address it is the one chosen last, else the next, else the first. Undefined until that is known.
 */
export function useChosenEvent(events: readonly Event[]) {
  const client = useQueryClient()
  const [search, setSearch] = useSearchParams()
  const last = useQuery(lastEventQuery())
  const [start] = useState(() => now().toISOString())
  const remember = useMutation({ mutationFn: rememberEvent })

  const named = events.find(({ id }) => id === search.get('event'))
  const usual = last.isPending
    ? undefined
    : chooseDefaultEvent(events, last.data?.last_event_id ?? null, start)
  const event = named ?? usual

  return {
    event,
    shift_id: search.get('shift') ?? undefined,
    chooseEvent: (event_id: string) => {
      setSearch({ event: event_id })
      client.setQueryData(lastEventQuery().queryKey, { last_event_id: event_id })
      remember.mutate(event_id)
    },
    openShift: (shift_id: string | undefined) => {
      if (event)
        setSearch({ event: event.id, ...(shift_id && { shift: shift_id }) }, { preventScrollReset: true })
    },
  }
}

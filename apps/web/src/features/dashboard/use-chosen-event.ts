import type { Event } from '@muster/contract/events'
import { chooseDefaultEvent } from '@muster/contract/rules/default-event'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { now } from '../../clock.ts'
import { lastEventQuery, rememberEvent } from '../events/api.ts'

/** What of the event is looked at: the open shift, the filter's day, the timeline's day, and gaps alone. */
export type Look = {
  shift?: string | undefined
  day?: string | undefined
  timeline?: string | undefined
  gaps?: '1' | undefined
}

/**
 * The event of the dashboard and what of it is looked at, all in the address (D38): `?event=…&shift=…&day=…`.
 * Without an event there it is the one chosen last, else the next, else the first. Undefined until that is known.
 */
export function useChosenEvent(events: readonly Event[]) {
  const client = useQueryClient()
  const [search, setSearch] = useSearchParams()
  const last = useQuery({ ...lastEventQuery(), enabled: events.length > 0 })
  const [start] = useState(() => now().toISOString())
  const remember = useMutation({ mutationFn: rememberEvent })

  const named = events.find(({ id }) => id === search.get('event'))
  const usual = last.isPending
    ? undefined
    : chooseDefaultEvent(events, last.data?.last_event_id ?? null, start)
  const event = named ?? usual
  const look: Look = {
    shift: search.get('shift') ?? undefined,
    day: search.get('day') ?? undefined,
    timeline: search.get('timeline') ?? undefined,
    gaps: search.get('gaps') === '1' ? '1' : undefined,
  }

  return {
    event,
    /** The address names one that is not there. */
    isUnknown: search.has('event') && !named,
    look,
    chooseEvent: (event_id: string) => {
      setSearch({ event: event_id })
      client.setQueryData(lastEventQuery().queryKey, { last_event_id: event_id })
      remember.mutate(event_id)
    },
    /** `replace`: what was looked at is gone, and nobody should come back to it. */
    changeLook: (change: Look, { replace = false }: { replace?: boolean } = {}) => {
      const next = new URLSearchParams(event && { event: event.id })
      for (const [key, value] of Object.entries({ ...look, ...change })) if (value) next.set(key, value)
      setSearch(next, { replace, preventScrollReset: true })
    },
  }
}

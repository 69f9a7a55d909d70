import type { Event } from '@muster/contract/events'
import { chooseDefaultEvent } from '@muster/contract/rules/default-event'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { CHANGES_NOTHING_SHOWN } from '../../api/query-client.ts'
import { now } from '../../clock.ts'
import { searchInOrganization } from '../../paths.ts'
import { lastEventQuery, rememberEvent } from '../events/api.ts'
import { isShownKind, type ShownKind } from './filter-shifts.ts'

/** Search parameters. `day` filters the list, `timeline` is the day of the timeline. */
export type DashboardFilters = {
  shift?: string | undefined
  day?: string | undefined
  timeline?: string | undefined
  show?: ShownKind | undefined
}

/** `replace`: adds no history entry. Stable between renders. */
export type ChangeFilters = (
  change: DashboardFilters | ((current: DashboardFilters) => DashboardFilters),
  how?: { replace: boolean },
) => void

/** D38. Without an event in the address: the last chosen, else the next, else the first. Undefined until known. */
export function useChosenEvent(events: readonly Event[]) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const last = useQuery({ ...lastEventQuery(), enabled: events.length > 0 })
  const [start] = useState(() => now().toISOString())
  const remember = useMutation({ mutationFn: rememberEvent, meta: CHANGES_NOTHING_SHOWN })

  const named = events.find(({ id }) => id === search.get('event'))
  const usual = last.isPending
    ? undefined
    : chooseDefaultEvent(events, last.data?.last_event_id ?? null, start)
  const event = named ?? usual
  const event_id = event?.id

  const changeFilters: ChangeFilters = useCallback(
    (change, { replace } = { replace: false }) => {
      // The rendered search parameters may be older.
      const current = readFilters(new URLSearchParams(location.search))
      const next = new URLSearchParams(event_id && { event: event_id })
      const changed = { ...current, ...(typeof change === 'function' ? change(current) : change) }
      for (const [key, value] of Object.entries(changed)) if (value) next.set(key, value)
      void navigate({ search: searchInOrganization(next) }, { replace })
    },
    [navigate, event_id],
  )

  return {
    event,
    isUnknown: search.has('event') && !named,
    filters: readFilters(search),
    changeFilters,
    chooseEvent: (chosen_id: string) => {
      void navigate({ search: searchInOrganization({ event: chosen_id }) })
      client.setQueryData(lastEventQuery().queryKey, { last_event_id: chosen_id })
      remember.mutate(chosen_id)
    },
  }
}

function readFilters(search: URLSearchParams): DashboardFilters {
  const show = search.get('show')
  return {
    shift: search.get('shift') ?? undefined,
    day: search.get('day') ?? undefined,
    timeline: search.get('timeline') ?? undefined,
    show: isShownKind(show) ? show : undefined,
  }
}

import type { Event } from '@muster/contract/events'
import { chooseDefaultEvent } from '@muster/contract/rules/default-event'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { CHANGES_NOTHING_SHOWN } from '../../api/query-client.ts'
import { now } from '../../clock.ts'
import { searchInOrganization } from '../../paths.ts'
import { deviceStorage } from '../../storage.ts'
import { lastEventQuery, rememberEvent } from '../events/api.ts'
import { isShownKind, type ShownKind } from './filter-shifts.ts'

export const views = ['role', 'time', 'timeline'] as const
export type View = (typeof views)[number]

/** Search parameters. `past`: whether shifts that are over are listed before the event ends (D37). */
export type DashboardFilters = {
  shift?: string | undefined
  day?: string | undefined
  role?: string | undefined
  show?: ShownKind | undefined
  q?: string | undefined
  view?: View | undefined
  past?: 'shown' | undefined
}

/** Clears what hides shifts. */
export const NO_FILTERS = { day: undefined, role: undefined, show: undefined, q: undefined } as const

export function isFiltered({ day, role, show, q }: DashboardFilters): boolean {
  return (day ?? role ?? show ?? q) !== undefined
}

/** `replace`: adds no history entry. Stable between renders. */
export type ChangeFilters = (
  change: DashboardFilters | ((current: DashboardFilters) => DashboardFilters),
  how?: { replace: boolean },
) => void

/** D38: the event of the page, or of the query. Without an event in the address: the last chosen, else the next, else the first. Undefined until known. */
export function useChosenEvent(events: readonly Event[]) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { eventId } = useParams()
  const last = useQuery({ ...lastEventQuery(), enabled: events.length > 0 })
  const [start] = useState(() => now().toISOString())
  const [usualView] = useState(readLastView)
  const filters = readFilters(search)
  const remember = useMutation({ mutationFn: rememberEvent, meta: CHANGES_NOTHING_SHOWN })

  const named_id = eventId ?? search.get('event')
  const named = events.find(({ id }) => id === named_id)
  const usual = last.isPending
    ? undefined
    : chooseDefaultEvent(events, last.data?.last_event_id ?? null, start)
  const event = named ?? usual
  const event_id = event?.id

  const changeFilters: ChangeFilters = useCallback(
    (change, { replace } = { replace: false }) => {
      // The rendered search parameters may be older.
      const current = readFilters(new URLSearchParams(location.search))
      const next = new URLSearchParams(event_id && !eventId ? { event: event_id } : {})
      const changed = { ...current, ...(typeof change === 'function' ? change(current) : change) }
      for (const [key, value] of Object.entries(changed)) if (value) next.set(key, value)
      void navigate({ search: searchInOrganization(next) }, { replace })
    },
    [navigate, event_id, eventId],
  )

  return {
    event,
    isUnknown: named_id !== null && !named,
    filters: { ...filters, view: filters.view ?? usualView },
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
    role: search.get('role') ?? undefined,
    show: isShownKind(show) ? show : undefined,
    q: search.get('q') ?? undefined,
    view: findView(search.get('view')),
    past: search.get('past') === 'shown' ? 'shown' : undefined,
  }
}

function findView(value: string | null): View | undefined {
  return views.find((each) => each === value)
}

const storageKey = 'shifts-view'

/** The view of an address that names none. */
function readLastView(): View | undefined {
  return findView(deviceStorage.getItem(storageKey))
}

export function rememberView(view: View): void {
  deviceStorage.setItem(storageKey, view)
}

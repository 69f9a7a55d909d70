import type { Event } from '@muster/contract/events'
import { useStore } from '@nanostores/react'
import { useQueryClient } from '@tanstack/react-query'
import { $organization } from '../../api/current-organization.ts'
import { organizationKey } from '../../api/organization-key.ts'
import { now } from '../../clock.ts'
import { useBriefSet } from '../../live/use-brief-set.ts'
import { type Highlights, NAME_MS, SPOTS_MS } from '../../live/use-highlights.ts'
import { useOrganizationHints } from '../../live/use-organization-hints.ts'
import { useThrottled } from '../../live/use-throttled.ts'
import { refreshShifts, scheduleQuery, shiftsQuery } from '../shifts/api.ts'
import { diffShifts, type ShiftChange } from './diff-shifts.ts'
import { useAnnounceChanges } from './use-announce-changes.ts'

const PAUSE_MS = 1_000

/** Refetches this event at a hint, at most once a second; the others when they are shown. */
export function useLiveShifts(event: Event): Highlights {
  const client = useQueryClient()
  const announceChanges = useAnnounceChanges(event)
  const spots = useBriefSet(SPOTS_MS)
  const people = useBriefSet(NAME_MS)
  const show = (changes: readonly ShiftChange[]) => {
    spots.add(changes.map(({ shift }) => shift.id))
    people.add(changes.flatMap((change) => [...change.added, ...change.changed].map(({ id }) => id)))
    announceChanges(changes)
  }
  const refresh = useThrottled(() => {
    void refreshAndCompare().then(show)
  }, PAUSE_MS)
  const refreshSchedule = useThrottled(() => void client.invalidateQueries(scheduleQuery()), PAUSE_MS)

  useOrganizationHints(useStore($organization) ?? '', (hint) => {
    const isHere = hint === 'everything' || hint.event_id === event.id
    if (isHere) refresh()
    if (hint === 'everything' || !isHere) {
      void client.invalidateQueries({ queryKey: organizationKey(), refetchType: 'none' })
      refreshSchedule()
    }
  })
  return { spots: spots.members, people: people.members }

  async function refreshAndCompare(): Promise<ShiftChange[]> {
    const { queryKey } = shiftsQuery(event.id)
    // The caller announces changes made here. Their hint may arrive before the response.
    const isOwn = client.isMutating() > 0
    const before = client.getQueryData(queryKey)
    await refreshShifts(client, event.id)
    const after = client.getQueryData(queryKey)
    return before && after && !isOwn ? diffShifts(before, after, now().toISOString()) : []
  }
}

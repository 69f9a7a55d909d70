import { useStore } from '@nanostores/react'
import { useQueryClient } from '@tanstack/react-query'
import { $organization } from '../../api/current-organization.ts'
import { organizationKey } from '../../api/organization-key.ts'
import { useOrganizationHints } from '../../live/use-organization-hints.ts'
import { useThrottled } from '../../live/use-throttled.ts'
import { refreshShifts, scheduleQuery } from '../shifts/api.ts'

const PAUSE_MS = 1_000

/** Refetches the event at a hint, at most once a second; the others when they are shown. */
export function useLiveShifts(event_id: string): void {
  const client = useQueryClient()
  const refresh = useThrottled(() => void refreshShifts(client, event_id), PAUSE_MS)
  const refreshSchedule = useThrottled(() => void client.invalidateQueries(scheduleQuery()), PAUSE_MS)

  useOrganizationHints(useStore($organization) ?? '', (hint) => {
    const isHere = hint === 'everything' || hint.event_id === event_id
    if (isHere) refresh()
    if (hint === 'everything' || !isHere) {
      void client.invalidateQueries({ queryKey: organizationKey(), refetchType: 'none' })
      // It changes who is busy.
      refreshSchedule()
    }
  })
}

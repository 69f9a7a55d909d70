import { useStore } from '@nanostores/react'
import { useQueryClient } from '@tanstack/react-query'
import { $organization } from '../../api/current-organization.ts'
import { organizationKey } from '../../api/organization-key.ts'
import { useOrganizationHints } from '../../live/use-organization-hints.ts'
import { usePaced } from '../../live/use-paced.ts'
import { refreshShifts, scheduleQuery } from '../shifts/api.ts'

const PAUSE_MS = 1_000

/** Reads the event again when something of it has changed, at most once a second; the others when they are shown. */
export function useLiveShifts(event_id: string): void {
  const client = useQueryClient()
  const refresh = usePaced(() => void refreshShifts(client, event_id), PAUSE_MS)
  const refreshSchedule = usePaced(() => void client.invalidateQueries(scheduleQuery()), PAUSE_MS)

  useOrganizationHints(useStore($organization) ?? '', (hint) => {
    const isHere = hint === 'everything' || hint.event_id === event_id
    if (isHere) refresh()
    if (hint === 'everything' || !isHere) {
      void client.invalidateQueries({ queryKey: organizationKey(), refetchType: 'none' })
      // Somebody may have become busy there.
      refreshSchedule()
    }
  })
}

import { useStore } from '@nanostores/react'
import { useQueryClient } from '@tanstack/react-query'
import { $organization } from '../../api/current-organization.ts'
import { useOrganizationHints } from '../../live/use-organization-hints.ts'
import { useThrottled } from '../../live/use-throttled.ts'
import { eventsQuery } from './api.ts'

/** Reads the events again at a hint, at most once a second. */
export function useLiveEvents(): void {
  const client = useQueryClient()
  const refresh = useThrottled(() => void client.invalidateQueries(eventsQuery()), 1_000)
  useOrganizationHints(useStore($organization) ?? '', refresh)
}

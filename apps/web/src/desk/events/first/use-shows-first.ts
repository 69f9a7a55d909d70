import type { Event } from '@muster/contract/events'
import { useStore } from '@nanostores/react'
import { $organization } from '../../../api/current-organization.ts'
import { useMay } from '../../../api/rights.ts'
import { $looksAround } from './look-around.ts'

/** True for an organisation without events, until somebody looks around first. */
export function useShowsFirst(events: readonly Event[] | undefined): boolean {
  const looksAround = useStore($looksAround) === useStore($organization)
  return useMay('plan') && events?.length === 0 && !looksAround
}

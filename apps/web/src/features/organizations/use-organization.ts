import type { Organization } from '@muster/contract/organizations'
import { useStore } from '@nanostores/react'
import { useQuery } from '@tanstack/react-query'
import { $organization } from '../../api/current-organization.ts'
import { organizationsQuery } from './api.ts'

/** The organisation of this tab with its settings; undefined until the list is read. */
export function useOrganization(): Organization | undefined {
  const current = useStore($organization)
  const { data } = useQuery(organizationsQuery)
  return data?.organizations.find(({ id }) => id === current)
}

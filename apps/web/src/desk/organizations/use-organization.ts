import type { Organization } from '@muster/contract/organizations'
import { useStore } from '@nanostores/react'
import { useQuery } from '@tanstack/react-query'
import { $organization } from '../../api/current-organization.ts'
import { organizationsQuery } from './api.ts'

export function useOrganization(): Organization | undefined {
  const current = useStore($organization)
  const { data } = useQuery(organizationsQuery)
  return data?.organizations.find(({ id }) => id === current)
}

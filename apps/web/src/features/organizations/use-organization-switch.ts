import { useMutation } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { chooseOrganization } from '../../api/current-organization.ts'
import { paths } from '../../paths.ts'
import { leavePage } from '../../ui/hooks/use-leave-guard.ts'
import { rememberOrganization } from './api.ts'

/** D35. The address belonged to the organisation before. */
export function useOrganizationSwitch(): (organization_id: string) => void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const remember = useMutation({ mutationFn: rememberOrganization })
  const change = (organization_id: string) => {
    chooseOrganization(organization_id)
    // Only the next tab needs it: the switch does not wait for it.
    remember.mutate(organization_id)
    void navigate(stays.includes(pathname) ? pathname : paths.shifts, { replace: true })
  }
  return (organization_id) => leavePage(() => change(organization_id))
}

/** Screens that exist in every organisation. */
const stays: readonly string[] = [paths.people, paths.events, paths.reports, paths.organizationSettings]

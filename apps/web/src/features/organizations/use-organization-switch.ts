import { useMutation } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { chooseOrganization } from '../../api/current-organization.ts'
import { paths } from '../../paths.ts'
import { leavePage } from '../../ui/hooks/use-leave-guard.ts'
import { rememberOrganization } from './api.ts'

/** Makes an organisation that of this tab. What the address said belonged to the one before (D35). */
export function useOrganizationSwitch(): (organization_id: string) => void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const remember = useMutation({ mutationFn: rememberOrganization })
  const change = (organization_id: string) => {
    chooseOrganization(organization_id)
    // Only the next tab starts from it: the switch does not wait for it, nor fail with it.
    remember.mutate(organization_id)
    void navigate(stays.includes(pathname) ? pathname : paths.shifts, { replace: true })
  }
  return (organization_id) => leavePage(() => change(organization_id))
}

/** The screens that every organisation has; a new one begins with its shifts. */
const stays: readonly string[] = [paths.people, paths.events, paths.reports, paths.organizationSettings]

import { useMutation } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { chooseOrganization } from '../../api/current-organization.ts'
import { CHANGES_NOTHING_SHOWN } from '../../api/query-client.ts'
import { inOrganization, screens } from '../../paths.ts'
import { leavePage } from '../../ui/hooks/use-leave-guard.ts'
import { rememberOrganization } from './api.ts'

export function useOrganizationSwitch(): (organization_id: string) => void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const remember = useMutation({ mutationFn: rememberOrganization, meta: CHANGES_NOTHING_SHOWN })
  const change = (organization_id: string) => {
    const screen = stays.includes(pathname) ? pathname : screens.shifts
    // The address is changed first, because the tab follows it (D38).
    void navigate(inOrganization(screen, {}, organization_id), { replace: true })
    chooseOrganization(organization_id)
    // Not awaited: only the next tab needs it.
    remember.mutate(organization_id)
  }
  return (organization_id) => leavePage(() => change(organization_id))
}

const stays: readonly string[] = [
  screens.people,
  screens.events,
  screens.reports,
  screens.organizationSettings,
  screens.apiKeys,
  screens.members,
  screens.log,
]

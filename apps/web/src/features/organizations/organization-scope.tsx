import { useStore } from '@nanostores/react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate, Outlet } from 'react-router'
import { errorText } from '../../api/api-error.ts'
import { $organization, chooseOrganization } from '../../api/current-organization.ts'
import { paths } from '../../paths.ts'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { organizationsQuery } from './api.ts'
import { useText } from './texts.ts'

/** The screens of one organisation. They begin anew when another is chosen. */
export function OrganizationScope() {
  const t = useText()
  const current = useStore($organization)
  const { data, error, refetch } = useQuery(organizationsQuery)
  const isKnown = data?.organizations.some(({ id }) => id === current) ?? false

  useEffect(() => {
    if (!data || isKnown) return
    // One that no longer exists is cleared, and the one used last takes its place.
    chooseOrganization((data.last_active_organization ?? data.organizations[0])?.id ?? null)
  }, [data, isKnown])

  if (!data && error) {
    return (
      <ErrorPanel text={errorText(error, t('failed_to_fetch'))}>
        <RetryButton onRetry={() => void refetch()} />
      </ErrorPanel>
    )
  }
  if (!data) return null
  if (data.organizations.length === 0) return <Navigate to={paths.newOrganization} replace />
  return isKnown ? <Outlet key={current} /> : null
}

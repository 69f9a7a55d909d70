import { rightsOfRole } from '@muster/contract/rules/member-role'
import { useStore } from '@nanostores/react'
import { useQuery } from '@tanstack/react-query'
import { lazy, useEffect } from 'react'
import { Link, Navigate, Outlet, useLocation, useNavigate } from 'react-router'
import { errorText } from '../../api/api-error.ts'
import { $setupRequired } from '../../api/credentials.ts'
import { $organization, adoptOrganization, chooseOrganization } from '../../api/current-organization.ts'
import { Rights } from '../../api/rights.ts'
import { paths, screens, searchInOrganization } from '../../paths.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { type Organizations, organizationsQuery } from './api.ts'
import { useText } from './texts.ts'

const PausedNotice = lazy(() => import('./blocked/paused-notice.tsx'))
const SecondFactorNeeded = lazy(() => import('./blocked/second-factor-needed.tsx'))

/** Screens mount anew for another organisation, which the address names (D38). */
export function OrganizationScope() {
  const t = useText()
  const current = useStore($organization)
  const setup_required = useStore($setupRequired)
  const named = namedIn(useLocation().search)
  const { data, error, refetch } = useQuery(organizationsQuery)
  const isMine = (id: string | null) => data?.organizations.some((organization) => organization.id === id)
  useNamedOrganization(data)

  if (!data && error) {
    return (
      <ErrorPanel text={errorText(error, t('failed_to_fetch'))}>
        <RetryButton onRetry={() => void refetch()} />
      </ErrorPanel>
    )
  }
  if (!data) {
    return (
      <Loading className="grid gap-6">
        <Skeleton className="h-9 max-w-72" />
        <Skeleton className="h-105" />
      </Loading>
    )
  }
  if (data.organizations.length === 0) return <Navigate to={paths.newOrganization} replace />
  if (named !== null && !isMine(named)) {
    return (
      <ErrorPanel text={t('not_mine')}>
        <Link className={buttonClass()} to={screens.shifts}>
          {t('to_mine')}
        </Link>
      </ErrorPanel>
    )
  }
  const shown = data.organizations.find(({ id }) => id === current)
  if (!shown || (named !== null && named !== current)) return null
  if (shown.id === setup_required) return <SecondFactorNeeded name={shown.name} />
  return (
    <Rights value={rightsOfRole[shown.role]}>
      {shown.paused_at && <PausedNotice organization={shown} />}
      <Outlet key={current} />
    </Rights>
  )
}

function useNamedOrganization(data: Organizations | undefined): void {
  const current = useStore($organization)
  const navigate = useNavigate()
  const shown = useLocation()

  useEffect(() => {
    // The browser's address is ahead of the rendered one: a navigation is under way.
    if (!data || location.search !== shown.search) return
    const isMine = (id: string | null) => data.organizations.some((organization) => organization.id === id)
    const named = namedIn(shown.search)
    if (named !== null) {
      if (named !== current && isMine(named)) adoptOrganization(named)
    } else if (isMine(current)) {
      const search = searchInOrganization(new URLSearchParams(shown.search), current)
      void navigate({ search, hash: shown.hash }, { replace: true, state: shown.state })
    } else {
      // An organisation that no longer exists is replaced by the one used last.
      chooseOrganization((data.last_active_organization ?? data.organizations[0])?.id ?? null)
    }
  }, [data, current, shown, navigate])
}

function namedIn(search: string): string | null {
  return new URLSearchParams(search).get('org')
}

import { useStore } from '@nanostores/react'
import { lazy } from 'react'
import { Navigate, Outlet, useLocation, useSearchParams } from 'react-router'
import { returnAddress } from '../desk/session/return-address.ts'
import { $session } from '../desk/session/session-state.ts'
import { paths } from '../paths.ts'

const SecondFactorPage = lazy(() => import('../desk/factors/second-factor-page.tsx'))

/** Renders nothing while the session starts, so that no screen flashes. */
export function RequireSession() {
  const session = useStore($session)
  const { pathname, search, hash } = useLocation()
  if (session.status === 'starting') return null
  if (session.status === 'signed-in') return <Outlet />
  const hasLoggedOut = session.status === 'signed-out' && session.hasLoggedOut
  const login = hasLoggedOut ? paths.login : paths.loginBefore(`${pathname}${search}${hash}`)
  return <Navigate to={login} replace />
}

/** The second step of signing in keeps the address of the first, so that both lead to the same page (D38). */
export function RequireNoSession() {
  const { status } = useStore($session)
  const [search] = useSearchParams()
  if (status === 'starting') return null
  if (status === 'unfinished') return <SecondFactorPage />
  return status === 'signed-out' ? <Outlet /> : <Navigate to={returnAddress(search.get('next'))} replace />
}

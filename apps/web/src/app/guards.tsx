import { useStore } from '@nanostores/react'
import { Navigate, Outlet, useLocation, useSearchParams } from 'react-router'
import { $session } from '../features/session/session-state.ts'
import { paths } from '../paths.ts'
import { returnAddress } from './return-address.ts'

/** Renders nothing while the session starts, so that no screen flashes. */
export function RequireSession() {
  const session = useStore($session)
  const { pathname, search, hash } = useLocation()
  if (session.status === 'starting') return null
  if (session.status === 'signed-in') return <Outlet />
  const login = session.hasLoggedOut ? paths.login : paths.loginBefore(`${pathname}${search}${hash}`)
  return <Navigate to={login} replace />
}

export function RequireNoSession() {
  const { status } = useStore($session)
  const [search] = useSearchParams()
  if (status === 'starting') return null
  return status === 'signed-out' ? <Outlet /> : <Navigate to={returnAddress(search.get('next'))} replace />
}

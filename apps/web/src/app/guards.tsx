import { useStore } from '@nanostores/react'
import { Navigate, Outlet, useLocation, useSearchParams } from 'react-router'
import { $session } from '../features/session/session-state.ts'
import { paths } from '../paths.ts'
import { returnAddress } from './return-address.ts'

/** Nothing while the session starts, so that no screen flashes past; then /login or the screens. */
export function RequireSession() {
  const session = useStore($session)
  const { pathname, search, hash } = useLocation()
  if (session.status === 'starting') return null
  if (session.status === 'signed-in') return <Outlet />
  // D38: who was signed out comes back here; who logged out has left.
  const login = session.hasLoggedOut ? paths.login : paths.loginBefore(`${pathname}${search}${hash}`)
  return <Navigate to={login} replace />
}

/** /login leads on, to the shifts or to where one came from, while a session exists. */
export function RequireNoSession() {
  const { status } = useStore($session)
  const [search] = useSearchParams()
  if (status === 'starting') return null
  return status === 'signed-out' ? <Outlet /> : <Navigate to={returnAddress(search.get('next'))} replace />
}

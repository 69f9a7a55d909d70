import { useStore } from '@nanostores/react'
import { Navigate, Outlet } from 'react-router'
import { $session } from '../features/session/session-state.ts'
import { paths } from '../paths.ts'

/** Nothing while the session starts, so that no screen flashes past; then /login or the screens. */
export function RequireSession() {
  const { status } = useStore($session)
  if (status === 'starting') return null
  return status === 'signed-in' ? <Outlet /> : <Navigate to={paths.login} replace />
}

/** /login leads on to the shifts while a session exists. */
export function RequireNoSession() {
  const { status } = useStore($session)
  if (status === 'starting') return null
  return status === 'signed-out' ? <Outlet /> : <Navigate to={paths.shifts} replace />
}

import { expect, test } from 'vitest'
import { authServiceRoutes, routes } from '../routes.ts'
import { memberRoles } from './member-role.ts'
import { mayRoleUse, needsBearer, rightOfKey, routeAccess, routeAccessOf } from './route-access.ts'

type Route = { method: string; path: string }

const all = [...Object.values(routes), authServiceRoutes].flatMap((feature) => Object.values<Route>(feature))
const nameOf = ({ method, path }: Route) => `${method} ${path}`

test('every route has a row, and no other', () => {
  expect(Object.keys(routeAccess).toSorted()).toEqual(all.map(nameOf).toSorted())
})

test('only what asks for no token is open', () => {
  for (const { method, path } of all)
    expect(routeAccessOf(method, path) === 'open', path).toBe(!needsBearer(method, path))
})

test('all of /admin and /api asks for a token, with a row or without', () => {
  for (const { method, path } of all)
    if (/^\/(admin|api)\//.test(path)) expect(needsBearer(method, path), path).toBe(true)
  expect(needsBearer('GET', '/admin/new')).toBe(true)
  expect(needsBearer('GET', '/auth/v1/.well-known/jwks.json')).toBe(false)
})

test('under /auth a token is asked for where a session is meant', () => {
  const asked = all.filter(({ method, path }) => path.startsWith('/auth/') && needsBearer(method, path))
  expect(asked.map(nameOf)).toEqual([
    'POST /auth/second-factor/challenge',
    'POST /auth/second-factor',
    'POST /auth/v1/logout',
    'GET /auth/v1/user',
    'PUT /auth/v1/user',
    'GET /auth/v1/user/identities/authorize',
    'DELETE /auth/v1/user/identities/:id',
    'POST /auth/v1/factors',
    'DELETE /auth/v1/factors/:id',
    'POST /auth/v1/factors/:id/challenge',
    'POST /auth/v1/factors/:id/verify',
  ])
})

test('what is about no organisation needs an account, and nothing else does', () => {
  for (const { method, path } of all)
    expect(routeAccessOf(method, path) === 'account', path).toBe(
      needsBearer(method, path) && !path.startsWith('/admin/'),
    )
})

test('reading needs `view`, `read` or `manage`, and writing none of the first two but for what is one’s own', () => {
  const own = [
    'POST /admin/user/last-event',
    'POST /admin/members/leave',
    'GET /admin/user/notices',
    'GET /admin/open-links',
  ]
  for (const route of all) {
    const access = routeAccessOf(route.method, route.path)
    if (typeof access === 'string' || access.right === 'manage' || own.includes(nameOf(route))) continue
    expect(['view', 'read'].includes(access.right), route.path).toBe(route.method === 'GET')
  }
})

test('no key manages, and what a viewer sees a key sees with `read`', () => {
  expect(rightOfKey({ right: 'manage', keys: 'organization', led: false })).toBeUndefined()
  expect(rightOfKey({ right: 'view', keys: 'none', led: false })).toBeUndefined()
  expect(rightOfKey({ right: 'view', keys: 'event', led: false })).toBe('read')
  expect(rightOfKey({ right: 'mark', keys: 'event', led: true })).toBe('plan')
  expect(rightOfKey({ right: 'plan', keys: 'event', led: false })).toBe('plan')
})

test('an owner may use every route, a leader only what is open to leaders', () => {
  for (const { method, path } of all) {
    const access = routeAccessOf(method, path)
    if (typeof access === 'string') continue
    const may = memberRoles.filter((role) => mayRoleUse(role, access))
    expect(may, path).toContain('owner')
    if (may.includes('leader')) expect(access.led, path).toBe(true)
    if (may.includes('viewer')) expect(access.right, path).toBe('view')
    if (may.includes('leader')) expect(['view', 'mark'], path).toContain(access.right)
  }
})

test('a route without a row is for owners only, and HEAD is GET', () => {
  const unknown = routeAccessOf('GET', '/admin/new')
  expect(unknown).toMatchObject({ right: 'manage', keys: 'none' })
  expect(routeAccessOf('HEAD', '/admin/people')).toEqual(routeAccessOf('GET', '/admin/people'))
  expect(routeAccessOf('HEAD', '/admin/api-keys')).toMatchObject({ keys: 'none' })
})

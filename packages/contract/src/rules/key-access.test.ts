import { expect, test } from 'vitest'
import { authServiceRoutes, routes } from '../routes.ts'
import { keyAccess, keyAccessOf, needsBearer } from './key-access.ts'

type Route = { method: string; path: string }

const all = [...Object.values(routes), authServiceRoutes].flatMap((feature) => Object.values<Route>(feature))
const nameOf = ({ method, path }: Route) => `${method} ${path}`

test('every route has a row, and no other', () => {
  expect(Object.keys(keyAccess).toSorted()).toEqual(all.map(nameOf).toSorted())
})

test('only what asks for no token is open', () => {
  for (const { method, path } of all)
    expect(keyAccessOf(method, path) === 'open', path).toBe(!needsBearer(method, path))
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

test('reading needs `read`, and nothing else does', () => {
  for (const { method, path } of all) {
    const access = keyAccessOf(method, path)
    if (typeof access === 'object') expect(access.right === 'read', path).toBe(method === 'GET')
  }
})

test('a route without a row is for people only, and HEAD is GET', () => {
  expect(keyAccessOf('GET', '/admin/new')).toBe('person')
  expect(keyAccessOf('HEAD', '/admin/people')).toEqual(keyAccessOf('GET', '/admin/people'))
  expect(keyAccessOf('HEAD', '/admin/api-keys')).toBe('person')
})

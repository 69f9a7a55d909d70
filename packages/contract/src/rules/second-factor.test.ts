import { expect, test } from 'vitest'
import { authServiceRoutes, routes } from '../routes.ts'
import { needsBearer } from './key-access.ts'
import { isOpenToUnfinished } from './second-factor.ts'

const all = [...Object.values(routes), authServiceRoutes].flatMap((feature) =>
  Object.values<{ method: string; path: string }>(feature),
)

test('a session without its second factor finishes, ends and reads its account, and nothing else', () => {
  const open = all.filter(({ method, path }) => isOpenToUnfinished(method, path))
  expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/account',
    'POST /auth/second-factor/challenge',
    'POST /auth/second-factor',
    'GET /api/account/factors',
    'POST /auth/v1/logout',
    'GET /auth/v1/user',
    'POST /auth/v1/factors/:id/challenge',
    'POST /auth/v1/factors/:id/verify',
  ])
  for (const { method, path } of open) expect(needsBearer(method, path), path).toBe(true)
})

test('HEAD is GET', () => {
  expect(isOpenToUnfinished('HEAD', '/api/account')).toBe(true)
  expect(isOpenToUnfinished('DELETE', '/api/account')).toBe(false)
})

import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from './contract.ts'
import { endpoint, needsBearer, notesOf } from './endpoint.ts'
import { listEndpoints } from './openapi/document.ts'
import { memberRoles } from './rules/member-role.ts'
import { manages, mayRoleUse, plans, views } from './rules/route-access.ts'

const all = listEndpoints(contract).map(({ route }) => ({
  route,
  name: `${route.method} ${route.path}`,
  ...notesOf(route),
}))

test('what is not declared does not compile', () => {
  const said = { summary: 'Do it', description: 'At once.', responses: { 200: z.object({}) } }
  const change = { ...said, body: z.object({}) }
  expect(endpoint('GET /admin/things', { ...said, access: views }).metadata.access).toBe(views)
  expect(endpoint('POST /links', { ...change, access: 'open' })).toMatchObject({
    method: 'POST',
    path: '/links',
  })
  expect(endpoint('PUT /admin/things', { ...change, access: plans, log: 'none' }).metadata.log).toBe('none')
  // @ts-expect-error -- no access
  endpoint('GET /links', said)
  // @ts-expect-error -- a change of the organisation without its action
  endpoint('PUT /admin/things', { ...change, access: plans })
  // @ts-expect-error -- an action that the log does not know
  endpoint('PUT /admin/things', { ...change, access: plans, log: ['thing.changed'] })
  // @ts-expect-error -- no organisation is open
  endpoint('GET /admin/things', { ...said, access: 'open' })
  // @ts-expect-error -- nor any account
  endpoint('GET /api/things', { ...said, access: 'open' })
  // @ts-expect-error -- outside of /admin no organisation is named
  endpoint('GET /things', { ...said, access: views })
  // @ts-expect-error -- a misspelled field
  endpoint('DELETE /api/things', { ...change, access: 'account', prof: 'always' })
  // @ts-expect-error -- no body
  endpoint('POST /links', { ...said, access: 'open' })
  // @ts-expect-error -- no description
  endpoint('GET /links', { access: 'open', summary: 'Do it', responses: said.responses })
})

test('a route that was declared in another way is not taken for open', () => {
  expect(() => needsBearer({ method: 'GET', path: '/x', responses: {} })).toThrow('endpoint()')
})

test('every endpoint has a name of its own', () => {
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
})

test('under /auth a token is asked for where a session is meant', () => {
  const asked = all.filter(({ route, name }) => name.includes(' /auth/') && needsBearer(route))
  expect(asked.map(({ name }) => name)).toEqual([
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

test('a session without its second factor finishes, ends and reads its account, and nothing else', () => {
  const open = all.filter(({ open_to_unfinished }) => open_to_unfinished)
  expect(open.map(({ name }) => name)).toEqual([
    'GET /api/account',
    'POST /auth/second-factor/challenge',
    'POST /auth/second-factor',
    'GET /api/account/factors',
    'POST /auth/v1/logout',
    'GET /auth/v1/user',
    'POST /auth/v1/factors/:id/challenge',
    'POST /auth/v1/factors/:id/verify',
  ])
  for (const { route, name } of open) expect(needsBearer(route), name).toBe(true)
})

test('reading needs `view`, `read` or `manage`, and writing none of the first two but for what is one’s own', () => {
  const own = [
    'POST /admin/user/last-event',
    'POST /admin/members/leave',
    'GET /admin/user/notices',
    'GET /admin/open-links',
    'GET /admin/saved-texts',
  ]
  for (const { access, name } of all) {
    if (typeof access === 'string' || access.right === 'manage' || own.includes(name)) continue
    expect(['view', 'read'].includes(access.right), name).toBe(name.startsWith('GET'))
  }
})

test('an owner may use every endpoint, a leader only what is open to leaders', () => {
  for (const { access, name } of all) {
    if (typeof access === 'string') continue
    const may = memberRoles.filter((role) => mayRoleUse(role, access))
    expect(may, name).toContain('owner')
    if (may.includes('leader')) expect(access.led, name).toBe(true)
    if (may.includes('viewer')) expect(access.right, name).toBe('view')
    if (may.includes('leader')) expect(['view', 'mark'], name).toContain(access.right)
  }
})

test('what is for owners alone admits no key', () => {
  for (const { access, name } of all)
    if (typeof access === 'object' && access.right === 'manage') expect(access, name).toEqual(manages)
})

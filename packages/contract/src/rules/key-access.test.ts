import { expect, test } from 'vitest'
import { routes } from '../routes.ts'
import { keyAccess, keyAccessOf } from './key-access.ts'

type Route = { method: string; path: string }

const all = Object.values(routes).flatMap((feature) => Object.values<Route>(feature))
const nameOf = ({ method, path }: Route) => `${method} ${path}`

test('every route has a row, and no other', () => {
  expect(Object.keys(keyAccess).toSorted()).toEqual(all.map(nameOf).toSorted())
})

test('only what asks for no token is open', () => {
  for (const { method, path } of all)
    expect(keyAccessOf(method, path) === 'open', path).toBe(!/^\/(admin|api)\//.test(path))
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

import { expect, test } from 'vitest'
import { findPublicPage, publicPath } from './pages.ts'

test.each([
  ['/e/x', 'event', { eventId: 'x' }],
  ['/e/', 'event', {}],
  ['/e', 'event', {}],
  ['/e/x/shifts/y/signup', 'signup', { eventId: 'x', shiftId: 'y' }],
  ['/c/a.b', 'confirmation', { token: 'a.b' }],
  ['/links', 'links', {}],
  ['/terms', 'terms', {}],
  ['/privacy/', 'privacy', {}],
])('%s is the page %s', (pathname, name, params) => {
  expect(findPublicPage(pathname)).toEqual({ name, params })
})

test.each(['/', '/events', '/e/x/y', '/e/x/shifts//signup', '/c/a/b', '/terms/more', '/termsofuse'])(
  '%s is none',
  (pathname) => expect(findPublicPage(pathname)).toBeUndefined(),
)

test('an address is found again by what it was made of', () => {
  const path = publicPath('signup', { eventId: 'å/b', shiftId: 'y' })
  expect(path).toBe('/e/%C3%A5%2Fb/shifts/y/signup')
  expect(findPublicPage(path)).toMatchObject({ name: 'signup', params: { eventId: '%C3%A5%2Fb' } })
})

import { expect, test } from 'vitest'
import { findPublicPage, meantPath, publicPath } from './pages.ts'

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

const ID = '0197b0a0-0000-7000-8000-000000000026'
const TOKEN = 'AaIm874KdUeiUn_SiCcPbBfgHaPvWrnKg__NxFtpSX-'

test.each([
  [`/e/${ID}`, `/e/${ID}`],
  [`/e/${ID}.`, `/e/${ID}`],
  [`/e/${ID}%E2%80%A6`, `/e/${ID}`],
  [`/e/${ID})/`, `/e/${ID}`],
  [`/E/${ID.toUpperCase()}`, `/e/${ID}`],
  [`/E/${ID}/Shifts/${ID.toUpperCase()}/signup`, `/e/${ID}/shifts/${ID}/signup`],
  [`/c/${TOKEN}`, `/c/${TOKEN}`],
  [`/C/${TOKEN}%22`, `/c/${TOKEN}`],
  ['/LINKS', '/links'],
])('%s means %s', (pathname, meant) => expect(meantPath(pathname)).toBe(meant))

test.each([
  '/',
  '/e',
  '/e/.',
  '/events',
  '/e/%',
  '/Assets/public.js',
  `/e/${ID}/x`,
  '/terms/more.',
  '/e/%20or%201=1--',
])('%s means no public page', (pathname) => expect(meantPath(pathname)).toBeUndefined())

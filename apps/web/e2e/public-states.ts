import type { APIRequestContext, Page } from '@playwright/test'
import { changeStatus, type Festival, invite } from './festival.ts'
import { expect, holdTimers } from './journey.ts'

type Language = 'en' | 'sv'

export const SIGNUP = /\/shifts\/[^/]+\/signup$/

/** State of a page to check. `before` runs before the page opens, `reach` leads the open page to the state. */
export type State = {
  name: string
  path: string
  before?: (page: Page) => Promise<unknown>
  reach?: (page: Page) => Promise<void>
  refused?: RegExp
}

const words = {
  en: {
    terms: 'Read the terms',
    qr: 'QR code',
    no: 'Decline',
    forgotten: 'Send',
    thanks: 'Thanks for telling us',
    stop: 'Stop trying',
  },
  sv: {
    terms: 'Läs villkoren',
    qr: 'QR-kod',
    no: 'Jag kan inte',
    forgotten: 'Skicka',
    thanks: 'Tack för att du säger till',
    stop: 'Sluta försöka',
  },
} as const

/** Lists the states, and creates invitations for them, because each can be answered once. */
export async function listStates(
  request: APIRequestContext,
  { event_id, roomy, full, empty }: Festival,
  language: Language,
): Promise<State[]> {
  const word = words[language]
  const [asked, answering, yes] = await Promise.all(
    ['Björn', 'Eva', 'Maj'].map((name) => invite(request, empty, name)),
  )
  const late = await invite(request, full, 'Kim')
  if (!asked || !answering || !yes) throw new Error('three were invited')
  await changeStatus(request, yes.id, 'CONFIRMED')
  const event = `/e/${event_id}`
  const signup = (shift: { id: string }) => `${event}/shifts/${shift.id}/signup`
  return [
    { name: 'event', path: event },
    { name: 'event, one day', path: `${event}?day=${roomy.start_dt.slice(0, 10)}` },
    {
      name: 'event, all names',
      path: event,
      reach: (page) => page.locator('article [aria-expanded]').click(),
    },
    {
      name: 'event, QR code',
      path: event,
      reach: (page) => page.getByRole('link', { name: word.qr }).click(),
    },
    { name: 'contact form', path: `${event}?shift=${roomy.id}` },
    { name: 'contact form, errors', path: `${event}?shift=${roomy.id}`, reach: send },
    { name: 'sign-up', path: signup(roomy) },
    { name: 'sign-up, errors', path: signup(roomy), reach: send },
    {
      name: 'sign-up, terms',
      path: signup(roomy),
      reach: async (page) => {
        await page.getByRole('button', { name: word.terms }).click()
        await expect(page.locator('dialog section').first()).toBeVisible()
      },
    },
    { name: 'sign-up, full', path: signup(full) },
    { name: 'sign-up, no such shift', path: signup({ id: event_id }) },
    {
      name: 'signed up',
      path: signup(roomy),
      reach: async (page) => {
        await fillSignup(page, `${Date.now()}@example.org`)
        await send(page)
        await expect(page.getByRole('article')).toBeVisible()
      },
    },
    {
      name: 'sign-up, trying again',
      path: signup(roomy),
      before: refuseSignups,
      reach: (page) => tryAgain(page),
      refused: /\/signup/,
    },
    {
      name: 'sign-up, stopped trying',
      path: signup(roomy),
      before: refuseSignups,
      reach: async (page) => {
        await tryAgain(page)
        await page.getByRole('button', { name: word.stop }).click()
        await expect(page.getByRole('button', { name: word.stop })).toHaveCount(0)
      },
      refused: /\/signup/,
    },
    { name: 'invitation', path: asked.link },
    {
      name: 'invitation, declined',
      path: answering.link,
      reach: async (page) => {
        await page.getByRole('button', { name: word.no }).click()
        await expect(page.getByRole('heading', { name: word.thanks })).toBeVisible()
      },
    },
    { name: 'invitation, answered before', path: yes.link },
    { name: 'invitation, the shift is full', path: late.link },
    { name: 'invitation, no such link', path: '/c/nothing', refused: /\/assignment\// },
    { name: 'invitation, no link', path: '/c/' },
    {
      name: 'invitation, expired',
      path: late.link,
      // An expired link cannot be made from a browser.
      before: (page) =>
        page.route(`**${late.link.replace('/c/', '/assignment/')}`, (route) =>
          route.fulfill({ status: 403 }),
        ),
      refused: /\/assignment\//,
    },
    { name: 'terms', path: '/terms' },
    { name: 'privacy', path: '/privacy' },
    { name: 'no such event', path: '/e/0197b0a0-0000-7000-8000-000000000026', refused: /\/e\// },
    { name: 'no event', path: '/e/' },
    { name: 'no such page', path: '/nowhere', refused: /\/nowhere/ },
    { name: 'login', path: '/login' },
    { name: 'reset request', path: '/reset-password-request' },
    { name: 'reset', path: '/reset-password?token=x' },
    { name: 'reset, no token', path: '/reset-password' },
    {
      name: 'event, the line is down',
      path: event,
      before: (page) => page.routeWebSocket(/\/live/, (socket) => void socket.close()),
      reach: (page) => expect(page.locator('output > span')).toBeVisible(),
    },
    {
      name: 'invitation, answering by itself',
      path: `${asked.link}?confirm=yes`,
      // This state is the last, because it stops all countdowns of the page.
      before: (page) => holdTimers(page, 1_000),
      reach: async (page) => {
        await page.locator('h1').click()
        await expect(page.getByRole('alert')).toBeVisible()
      },
    },
  ]
}

function send(page: Page): Promise<void> {
  return page.locator('button[type=submit]').click()
}

/** Refuses sign-ups with a `retry_after` longer than the check of a screen. */
function refuseSignups(page: Page): Promise<unknown> {
  return page.route(SIGNUP, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, json: { code: 'busy', retry_after: 120 } })
      : route.continue(),
  )
}

async function tryAgain(page: Page): Promise<void> {
  await fillSignup(page, 'asa.oberg@example.org')
  await send(page)
  await expect(page.locator('input[name=email]')).toBeDisabled()
  await expect(page.getByRole('button', { name: /^(Stop trying|Sluta försöka)$/ })).toBeVisible()
}

export async function fillSignup(page: Page, email: string): Promise<void> {
  const values = { first_name: 'Åsa', last_name: 'Öberg', email, phone: '070-174 06 35' }
  for (const [name, value] of Object.entries(values)) await page.locator(`input[name=${name}]`).fill(value)
  await page.locator('input[name=acceptedTerms]').check()
}

export async function reachState(page: Page, { path, before, reach }: State): Promise<void> {
  await before?.(page)
  // Leaves the history entry of a sign-up, which keeps its ticket. about:blank would start another browser process.
  if (page.url().endsWith(path)) await page.goto('/healthz')
  await page.goto(path)
  await expect(page.locator('h1')).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await reach?.(page)
}

import type { BrowserContext, Route } from '@playwright/test'
import { makeAccount } from './account.ts'
import { desktop, expect, type Page, test } from './journey.ts'
import { givePassword, title } from './security.ts'

/*
 * The tabs of a browser share one refresh token, which can be used once (D7).
 * apps/api/src/features/session/refresh-session.test.ts tests what the server tolerates when a token comes twice.
 */

const LOCK = 'muster:renew-token'

test('two tabs whose access token has expired renew it once, and use no refresh token twice', async ({
  journey,
  baseURL,
}) => {
  const tabs = await openTabs(await journey.open(desktop), baseURL)
  const [first] = tabs
  const renewals = await holdRenewals(first.context())

  for (const used of [1, 2]) {
    await openExpired(tabs)
    await expect.poll(() => renewals.held.length).toBe(1)
    // The other tab needs a token too, and waits for its turn.
    await expect.poll(() => countWaiting(first)).toBe(1)
    expect(renewals.held).toHaveLength(1)
    await renewals.release()
    for (const tab of tabs) await expect(title(tab, 'People')).toBeVisible()
    expect(renewals.tokens).toHaveLength(used)
  }
  expect(new Set(renewals.tokens).size).toBe(2)
})

test('a tab that is closed while it renews leaves the turn to the other', async ({ journey, baseURL }) => {
  const tabs = await openTabs(await journey.open(desktop), baseURL)
  const [first, second] = tabs
  const renewals = await holdRenewals(first.context())
  await openExpired([first])
  await expect.poll(() => renewals.held.length).toBe(1)
  await second.goto('/people', { waitUntil: 'commit' })
  await expect.poll(() => countWaiting(second)).toBe(1)
  await first.close()
  await expect.poll(() => renewals.held.length).toBe(2)
  await renewals.release()
  await expect(title(second, 'People')).toBeVisible()
})

test('negative control: without Web Locks both tabs use the same refresh token at once', async ({
  journey,
  baseURL,
}) => {
  const page = await journey.open(desktop)
  await page.context().addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })
  })
  const tabs = await openTabs(page, baseURL)
  const renewals = await holdRenewals(page.context())
  await openExpired(tabs)
  await expect.poll(() => renewals.held.length).toBe(2)
  expect(new Set(renewals.tokens).size).toBe(1)
  await renewals.release()
  // If there are no locks the server tolerates it.
  for (const tab of tabs) await expect(title(tab, 'People')).toBeVisible()
})

async function openTabs(first: Page, address: string | undefined): Promise<[Page, Page]> {
  await givePassword(first, await makeAccount(address ?? ''))
  await expect(title(first, 'Your first event')).toBeVisible()
  const second = await first.context().newPage()
  await second.goto('/people')
  await expect(title(second, 'People')).toBeVisible()
  return [first, second]
}

/** Opens both tabs at once, with a token in their shared storage whose 15 minutes are over. */
async function openExpired(tabs: Page[]): Promise<void> {
  // This page has the same origin but not the app, whose own calls would interfere.
  for (const tab of tabs) await tab.goto('/healthz')
  await tabs[0]?.evaluate(() => {
    const [head, claims = '', signature] = (localStorage.getItem('auth_token') ?? '').split('.')
    const text = atob(claims.replaceAll('-', '+').replaceAll('_', '/'))
    const expired = btoa(JSON.stringify({ ...JSON.parse(text), exp: Math.floor(Date.now() / 1000) - 1 }))
    localStorage.setItem('auth_token', [head, expired, signature].join('.'))
  })
  await Promise.all(tabs.map((tab) => tab.goto('/people', { waitUntil: 'commit' })))
}

/** Holds requests for a new token until they are released. `tokens` lists the refresh tokens that they came with. */
async function holdRenewals(context: BrowserContext) {
  const held: Route[] = []
  const tokens: string[] = []
  await context.route(/\/auth\/refresh$/, async (route) => {
    const cookies = await context.cookies(route.request().url())
    tokens.push(cookies.find(({ name }) => name === 'muster_refresh')?.value ?? '')
    held.push(route)
  })
  return {
    held,
    tokens,
    release: () => Promise.all(held.splice(0).map((route) => route.continue())),
  }
}

const countWaiting = (page: Page) =>
  page.evaluate(async (name) => {
    const { pending = [] } = await navigator.locks.query()
    return pending.filter((lock) => lock.name === name).length
  }, LOCK)

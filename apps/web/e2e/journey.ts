import {
  type APIRequestContext,
  type Browser,
  type BrowserContextOptions,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import { deleteMade } from './delete-later.ts'
import { administrator, openSession } from './session.ts'
import { translatePages } from './translator.ts'

export const desktop = { viewport: { width: 1280, height: 900 } } satisfies BrowserContextOptions
export const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
} satisfies BrowserContextOptions

/** Tags a journey, in its title, that does the job of another in another way: language, device or keys. */
export const again = (isAgain: boolean) => (isAgain ? ' @again' : '')

type Journey = {
  /** Opens a page. Any error in its context fails the journey. */
  open(options?: BrowserContextOptions): Promise<Page>
  /** Opens a page that is signed in by a stored session, because the login form would take seconds. */
  openDesk(options?: BrowserContextOptions, organization?: string): Promise<Page>
  /** Expects exactly one refused call to this address. */
  expectRefusal(address: RegExp): void
}

export type JourneyOptions = {
  /** Whether a page translator is at work on each page. */
  is_translated: boolean
}

export const test = base.extend<JourneyOptions & { journey: Journey }>({
  is_translated: [false, { option: true }],
  journey: async ({ browser, request, baseURL, is_translated }, use) => {
    const complaints: string[] = []
    const refusals: RegExp[] = []
    const contexts: { close(): Promise<void> }[] = []
    const open = async (options: BrowserContextOptions = desktop) => {
      const { page, context } = await openPage(browser, options)
      if (is_translated) await translatePages(context)
      contexts.push(context)
      listen(page, complaints)
      return page
    }
    await use({
      open,
      async openDesk(options = desktop, organization) {
        const { token, organization_id } = await openSession(request, organization)
        const localStorage = [
          { name: 'auth_token', value: token },
          { name: 'current_org_id', value: organization_id },
        ]
        const storageState = {
          cookies: [],
          origins: [{ origin: new URL(baseURL ?? '').origin, localStorage }],
        }
        return open({ reducedMotion: 'reduce', ...options, storageState })
      },
      expectRefusal: (address) => void refusals.push(address),
    })
    await Promise.all(contexts.map((context) => context.close()))
    // Pages are closed first, because they would request deleted rows.
    await deleteMade(request)
    for (const address of refusals) {
      const at = complaints.findIndex((complaint) => isRefusal(complaint) && address.test(complaint))
      expect(at, `a refusal of ${address} in ${complaints.join()}`).not.toBe(-1)
      complaints.splice(at, 1)
    }
    expect(complaints, 'errors in the browser').toEqual([])
  },
})

const isRefusal = (complaint: string) =>
  /responded with a status of (4(03|04|09|22)|503) |net::ERR_(CONNECTION_RESET|INTERNET_DISCONNECTED)/.test(
    complaint,
  )

async function openPage(browser: Browser, options: BrowserContextOptions) {
  const context = await browser.newContext(options)
  return { context, page: await context.newPage() }
}

function listen(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`)
  })
}

export async function signIn(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(administrator.email)
  await page.getByLabel('Password').fill(administrator.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Shifts' })).toBeVisible()
}

/** Delays timers of exactly `held_ms` until `release`: on a busy machine a text would vanish before it is checked. */
export async function holdTimers(page: Page, held_ms: number): Promise<{ release: () => Promise<void> }> {
  await page.addInitScript((held) => {
    const [startTimer, startInterval] = [window.setTimeout.bind(window), window.setInterval.bind(window)]
    window.heldTimers = []
    Object.assign(window, {
      setTimeout: (handler: () => void, ms?: number, ...given: unknown[]) => {
        if (ms !== held) return startTimer(handler, ms, ...given)
        window.heldTimers.push(handler)
        return 0
      },
      setInterval: (handler: TimerHandler, ms?: number, ...given: unknown[]) =>
        ms === held ? 0 : startInterval(handler, ms, ...given),
    })
  }, held_ms)
  return {
    release: () =>
      page.evaluate(() => {
        for (const handler of window.heldTimers.splice(0)) handler()
      }),
  }
}

declare global {
  interface Window {
    heldTimers: (() => void)[]
  }
}

type CapturedMessage = {
  channel: string
  to: string
  subject: string
  text: string
  html: string
  attachments: { filename: string; content_type: string }[]
}

export async function awaitMessage(request: APIRequestContext, to: string): Promise<CapturedMessage> {
  let found: CapturedMessage | undefined
  await expect
    .poll(async () => {
      const answer = await request.get('/dev/mailbox.json')
      const messages: CapturedMessage[] = await answer.json()
      found = messages.find((message) => message.to === to)
      return found?.to
    })
    .toBe(to)
  if (!found) throw new Error(`no message to ${to}`)
  return found
}

/** Chooses the shift of a row and opens the form. */
export async function takeShift(row: Locator): Promise<void> {
  await row.getByRole('button', { name: /^(Choose|Välj):/ }).click()
  await row
    .page()
    .getByRole('link', { name: /^(Continue|Fortsätt)$/ })
    .click()
}

export function inputTime(days: number, time: string): string {
  const day = new Date()
  day.setDate(day.getDate() + days)
  return `${day.toLocaleDateString('sv-SE')}T${time}`
}

export { expectAccessible, expectAccessibleInBoth } from './accessible.ts'
export { expect, type Page }

import { AxeBuilder } from '@axe-core/playwright'
import {
  type APIRequestContext,
  type Browser,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import { deleteMade } from './delete-later.ts'
import { administrator, openSession } from './session.ts'

export const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 900 } }
export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
}

type Journey = {
  /** A browser of its own: other cookies, other storage. Whatever it complains about fails the journey. */
  open(options?: BrowserContextOptions): Promise<Page>
  /** The same, signed in and in an organisation already; to sign in costs each journey seconds. */
  openDesk(options?: BrowserContextOptions, organization?: string): Promise<Page>
  /** A call to such an address is going to be refused or cut off, and the browser reports that by itself. */
  expectRefusal(address: RegExp): void
}

export const test = base.extend<{ journey: Journey }>({
  journey: async ({ browser, request, baseURL }, use) => {
    const complaints: string[] = []
    const refusals: RegExp[] = []
    const contexts: { close(): Promise<void> }[] = []
    const open = async (options: BrowserContextOptions = desktop) => {
      const { page, context } = await openPage(browser, options)
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
    // After the pages are gone: an open one would ask for what is not there any more.
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
  /responded with a status of (4(03|04|09)|503) |net::ERR_(CONNECTION_RESET|INTERNET_DISCONNECTED)/.test(
    complaint,
  )

async function openPage(browser: Browser, options: BrowserContextOptions) {
  const context = await browser.newContext(options)
  return { context, page: await context.newPage() }
}

/** Errors on the console, thrown in the page, or violations of the content security policy (they are console errors). */
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
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Shifts' })).toBeVisible()
}

/** Nothing that a machine can find keeps anybody out: of the page, or of what lies within. */
export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  // Every screen has one; before it is there, there is no screen to look at. A dialog hides it from such a search.
  await expect(page.locator('h1')).toBeVisible()
  // There are no frames, which is all that the other mode is for; with it, and with what has passed, each look takes
  // twice as long.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await axe.include(within).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  expect(found, `axe on ${page.url()}`).toEqual([])
}

/** The same in both colour schemes; the page is left in that of its browser. */
export async function expectAccessibleInBoth(page: Page, within?: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    // Colours are on their way to the new ones until they have been drawn.
    await page.waitForFunction(() => !document.getAnimations().some((each) => each instanceof CSSTransition))
    await expectAccessible(page, within)
  }
  await page.emulateMedia({ colorScheme: null })
}

/**
 * From the next page on, what is to come after just so many ms never comes: what a person has seconds for is over before
 * a busy machine has looked at it.
 */
export async function holdTimers(page: Page, held_ms: number): Promise<void> {
  await page.addInitScript((held) => {
    const [startTimer, startInterval] = [window.setTimeout.bind(window), window.setInterval.bind(window)]
    Object.assign(window, {
      setTimeout: (handler: TimerHandler, ms?: number, ...given: unknown[]) =>
        ms === held ? 0 : startTimer(handler, ms, ...given),
      setInterval: (handler: TimerHandler, ms?: number, ...given: unknown[]) =>
        ms === held ? 0 : startInterval(handler, ms, ...given),
    })
  }, held_ms)
}

type CapturedMessage = {
  channel: string
  to: string
  subject: string
  text: string
  html: string
  attachments: { filename: string; content_type: string }[]
}

/** The newest message to the address, once the worker has sent it. */
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

/** The n-th day from today in the form of a datetime-local field. */
export function inputTime(days: number, time: string): string {
  const day = new Date()
  day.setDate(day.getDate() + days)
  return `${day.toLocaleDateString('sv-SE')}T${time}`
}

export { expect, type Page }

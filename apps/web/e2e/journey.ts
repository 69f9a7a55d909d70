import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'

/** D9: what the demo data hold. */
export const administrator = { email: 'demo@muster.example', password: 'muster-demo-2026' }

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
}

export const test = base.extend<{ journey: Journey }>({
  journey: async ({ browser }, use) => {
    const complaints: string[] = []
    const contexts: { close(): Promise<void> }[] = []
    await use({
      async open(options = desktop) {
        const { page, context } = await openPage(browser, options)
        contexts.push(context)
        listen(page, complaints)
        return page
      },
    })
    await Promise.all(contexts.map((context) => context.close()))
    expect(complaints, 'errors in the browser').toEqual([])
  },
})

async function openPage(browser: Browser, options: BrowserContextOptions) {
  const context = await browser.newContext(options)
  return { context, page: await context.newPage() }
}

/** Errors on the console, thrown in the page, or violations of the content security policy (they are console errors). */
function listen(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    // D7: who is signed out asks once for a new token, and the browser reports the 401 by itself.
    if (message.location().url.endsWith('/auth/refresh')) return
    complaints.push(`${message.text()} (${message.location().url})`)
  })
}

export async function signIn(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(administrator.email)
  await page.getByLabel('Password').fill(administrator.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Shifts' })).toBeVisible()
}

/** Nothing that a machine can find keeps anybody out. */
export async function expectAccessible(page: Page): Promise<void> {
  // Every screen has one; before it is there, there is no screen to look at.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  expect(found, `axe on ${page.url()}`).toEqual([])
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
export async function awaitMessage(page: Page, to: string): Promise<CapturedMessage> {
  let found: CapturedMessage | undefined
  await expect
    .poll(async () => {
      const answer = await page.request.get('/dev/mailbox.json')
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

import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  chromium,
  type Page,
  request,
} from '@playwright/test'
import { deleteMade } from './delete-later.ts'
import { type DeskState, listDeskStates } from './desk-states.ts'
import { planFestival } from './festival.ts'
import { desktop, phone } from './journey.ts'
import { launchOptions } from './launch-options.ts'
import { listStates, reachState, type State } from './public-states.ts'
import { openSession } from './session.ts'
import { listTermsStates } from './terms-states.ts'

const sizes = { desktop, phone }
const locales = { en: 'en-GB', sv: 'sv-SE' } as const
const QUIET_MS = 5_000
const schemes = ['light', 'dark'] as const

type Screens = {
  problems: string[]

  size: keyof typeof sizes
  language: keyof typeof locales
  now: Date
  folder: string
  only: RegExp
}

/** Takes screens of a running app with the demo data, as PNG: two sizes, two schemes, two languages. */
export async function takeScreens(origin: string, folder: string, only: RegExp): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const now = new Date()
  // The clock is set to midnight, so that all screens of a day are equal, and no token looks expired.
  now.setUTCHours(0, 0, 0, 0)
  const problems: string[] = []
  const browser = await chromium.launch(launchOptions)
  const api = await request.newContext({ baseURL: origin })
  try {
    for (const language of ['en', 'sv'] as const) {
      for (const size of ['desktop', 'phone'] as const) {
        const screens = { size, language, now, folder, only, problems }
        await takeDesk(browser, api, origin, screens)
        await takePublic(browser, api, origin, screens)
        await deleteMade(api)
      }
    }
  } finally {
    await api.dispose()
    await browser.close()
  }
  return problems
}

async function takeDesk(browser: Browser, api: APIRequestContext, origin: string, screens: Screens) {
  const { token, organization_id } = await openSession(api)
  const localStorage = [
    { name: 'auth_token', value: token },
    { name: 'current_org_id', value: organization_id },
  ]
  const storageState = { cookies: [], origins: [{ origin, localStorage }] }
  const context = await browser.newContext(optionsOf(origin, screens, { storageState }))
  for (const state of await listDeskStates(api, screens)) {
    await takeState(context, state, screens, reachDesk)
  }
  await context.close()
}

async function takePublic(browser: Browser, api: APIRequestContext, origin: string, screens: Screens) {
  const context = await browser.newContext(optionsOf(origin, screens))
  const festival = await planFestival(api)
  const terms = await listTermsStates(api, festival, screens.language)
  for (const state of [...terms, ...(await listStates(api, festival, screens.language))]) {
    await takeState(context, state, screens, reachState)
  }
  await context.close()
}

function optionsOf(baseURL: string, { size, language }: Screens, options: object = {}) {
  return {
    ...sizes[size],
    baseURL,
    locale: locales[language],
    timezoneId: 'Europe/Stockholm',
    reducedMotion: 'reduce' as const,
    ...options,
  }
}

async function reachDesk(page: Page, { path: address, reach }: DeskState): Promise<void> {
  await page.goto(address)
  await page.locator('h1').waitFor()
  await waitUntilLoaded(page)
  await reach?.(page)
}

async function takeState<Seen extends State | DeskState>(
  context: BrowserContext,
  state: Seen,
  { size, language, now, folder, only, problems }: Screens,
  reach: (page: Page, state: Seen) => Promise<void>,
): Promise<void> {
  const shots = schemes
    .map((colorScheme) => ({
      colorScheme,
      file: `${state.name.replaceAll(/\W+/g, '-')}.${size}.${language}.${colorScheme}.png`,
    }))
    .filter(({ file }) => only.test(file))
  if (shots.length === 0) return
  const page = await context.newPage()
  await page.clock.setFixedTime(now)
  // A live connection would show the number of other visitors.
  await page.routeWebSocket(/\/(live|realtime)\//, () => {})
  try {
    await reach(page, state)
    await waitUntilLoaded(page)
    if ('print' in state) await page.emulateMedia({ media: 'print' })
    await growToContent(page)
    for (const { colorScheme, file } of shots) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: path.join(folder, file), animations: 'disabled' })
    }
  } catch (error) {
    problems.push(`${state.name}, ${size}, ${language}: ${String(error)}`)
  }
  await page.close()
}

/** Replaces Playwright's `fullPage`, which makes the page one pixel wide for a moment and so closes menus. */
async function growToContent(page: Page): Promise<void> {
  const height = await page.evaluate(() =>
    document.querySelector('dialog[open], [role=menu], [role=listbox]')
      ? innerHeight
      : document.documentElement.scrollHeight,
  )
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height })
}

async function waitUntilLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'))
  // The fallback is a font of the system, which may not be installed.
  await page.evaluate(() => Promise.allSettled([...document.fonts].map((face) => face.load())))
  // A form that retries never becomes idle.
  await Promise.race([page.waitForLoadState('networkidle'), page.waitForTimeout(QUIET_MS)])
}

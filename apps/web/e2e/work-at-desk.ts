/// <reference lib="dom" />
import {
  type Browser,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Locator,
  type Page,
} from '@playwright/test'
import { launchOptions } from './launch-options.ts'

/** Milliseconds from the press to its paint, and of the main thread's work in all. */
export type Pace = { what: string; painted: number; worked: number }

type Workplace = {
  origin: string
  event_id: string
  administrator: { email: string; password: string }
  screen: BrowserContextOptions & { slowdown: number }
}

/** Shortest time in ms that the browser reports. It rounds to 8 ms. */
const LEAST_MS = 16
/** Milliseconds after a press. Work that begins later is not waited for. */
const QUIET_MS = 700

export async function workAtDesk(place: Workplace, runs: number): Promise<Pace[][]> {
  const browser = await chromium.launch(launchOptions)
  try {
    const page = await signIn(browser, place)
    const paces: Pace[][] = []
    for (let run = 0; run < runs; run++) paces.push(await workOnce(page, place))
    return paces
  } finally {
    await browser.close()
  }
}

async function workOnce(page: Page, { origin, event_id, screen }: Workplace): Promise<Pace[]> {
  const { hasTouch = false, slowdown } = screen
  const cpu = await page.context().newCDPSession(page)
  await cpu.send('Performance.enable', { timeDomain: 'threadTicks' })
  await cpu.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const paces: Pace[] = []
  const measure = async (what: string, act: () => Promise<void>) => {
    const before = await readWork(cpu)
    const since = await page.evaluate(() => performance.now())
    await act()
    await page.waitForTimeout(QUIET_MS * Math.sqrt(slowdown))
    const worked = (await readWork(cpu)) - before
    const painted = await page.evaluate(
      (from) => Math.max(0, ...window.presses.filter((press) => press.at >= from).map((press) => press.ms)),
      since,
    )
    paces.push({ what, painted: Math.max(LEAST_MS, painted), worked })
  }
  /** Presses at coordinates, because Playwright's own checks would run in the page and be measured. */
  const press = async (what: string, target: Locator) => {
    await target.waitFor()
    await target.scrollIntoViewIfNeeded()
    const box = await target.boundingBox()
    if (!box) throw new Error(`${what}: nothing to press`)
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    if (!hasTouch) await page.mouse.move(x, y)
    await page.waitForTimeout(200)
    await measure(what, () => (hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y)))
  }

  await page.goto('about:blank')
  const before = await readWork(cpu)
  const began = performance.now()
  // Named, because the browser remembers the view that the former run has chosen.
  await page.goto(`${origin}/?event=${event_id}&view=role`)
  const rows = page.locator('[id^=open-shift-]')
  await rows.first().waitFor()
  const painted = performance.now() - began
  await page.waitForTimeout(QUIET_MS * Math.sqrt(slowdown))
  paces.push({ what: 'open the dashboard', painted, worked: (await readWork(cpu)) - before })

  await press('open a shift', rows.nth(2))
  await page.getByRole('list', { name: 'On this shift' }).waitFor()
  await press('close it', page.getByRole('button', { name: 'Close', exact: true }))
  await press('open another', rows.nth(3))
  const search = page.getByRole('combobox', { name: 'Add people' })
  await press('open the search', search)
  await page.getByRole('option').first().waitFor()
  await measure('type a letter', () => page.keyboard.press('a'))
  await measure('type another', () => page.keyboard.press('n'))
  const free = page.getByRole('option').filter({ hasText: /other shift/ })
  await press('pick a person', free.first())
  await page.keyboard.press('Escape')
  await press('undo it', page.getByRole('button', { name: /^Undo/ }))
  await press('edit a shift', page.getByRole('button', { name: 'Edit shift' }))
  const quantity = page.getByLabel('People needed')
  await quantity.focus()
  await measure('change the number', () => page.keyboard.press('ArrowUp'))
  await press('save it', page.getByRole('button', { name: 'Save shift' }))
  await quantity.waitFor({ state: 'detached' })
  await press('close the sheet', page.getByRole('button', { name: 'Close', exact: true }))
  await page.evaluate(() => scrollTo(0, 0))
  const gaps = page.getByRole('button', { name: /Only gaps/ })
  await press('only gaps', gaps)
  await press('all again', gaps)
  const days = page.getByRole('combobox', { name: 'Day' })
  const chooseDay = async (what: string) => {
    await days.focus()
    await measure(what, () => page.keyboard.press('ArrowDown'))
  }
  await chooseDay('another day')
  if (!hasTouch) {
    await press('the timeline', page.getByRole('button', { name: 'Timeline' }))
    await chooseDay('another day of the timeline')
  }
  await cpu.detach()
  return paces
}

async function signIn(browser: Browser, { origin, administrator, screen }: Workplace): Promise<Page> {
  const page = await browser.newPage({ locale: 'en-GB', timezoneId: 'Europe/Stockholm', ...screen })
  await page.addInitScript(() => {
    window.presses = []
    // The library's types do not have `durationThreshold` yet.
    const pressesFrom16: PerformanceObserverInit & { durationThreshold: number } = {
      type: 'event',
      durationThreshold: 16,
      buffered: true,
    }
    new PerformanceObserver((list) => {
      // Without the events that a moved layout causes under the pointer.
      for (const entry of list.getEntries())
        if (entry instanceof PerformanceEventTiming && entry.interactionId > 0)
          window.presses.push({ at: entry.startTime, ms: entry.duration })
    }).observe(pressesFrom16)
  })
  await page.goto(`${origin}/login`)
  await page.getByLabel('E-mail').fill(administrator.email)
  await page.getByLabel('Password').fill(administrator.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Shifts' }).waitFor()
  return page
}

/** Returns the main thread's processor time in ms, to which other programs do not add. */
async function readWork(cpu: CDPSession): Promise<number> {
  const { metrics } = await cpu.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

declare global {
  interface Window {
    presses: { at: number; ms: number }[]
  }
}

/// <reference lib="dom" />
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from '@playwright/test'
import { launchOptions } from './launch-options.ts'

/** `taps` also counts a field that is typed into. `seconds` excludes the time to read and type. */
export type Job = { what: string; taps: number; seconds: number }
/** `lcp` in ms, `cls` as a score. `frames` are the ms between the frames of one scroll through the page. */
export type Speed = { lcp: number; cls: number; frames: number[] }

type Visit = { origin: string; event_id: string; openOwn: (email: string) => Promise<string> }

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const person = { first_name: 'Åsa', last_name: 'Öberg', phone: '070-174 06 35' }
/** Network of a phone, as in Lighthouse. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 }
const SLOWDOWN = 4
const SCROLL_PX = 120

/** Does everything that a volunteer comes for, once. */
export async function doJobs({ origin, event_id, openOwn }: Visit): Promise<Job[]> {
  const browser = await chromium.launch(launchOptions)
  try {
    const email = `volunteer.${Date.now()}@example.org`
    const jobs: Job[] = []
    const first = await openPhone(browser)
    const work = async (what: string, act: (finger: Finger) => Promise<void>, page = first) => {
      const finger = new Finger(page)
      const began = performance.now()
      await act(finger)
      jobs.push({ what, taps: finger.taps, seconds: (performance.now() - began) / 1_000 })
    }
    const openEvent = (page: Page) => page.goto(`${origin}/e/${event_id}`)

    await openEvent(first)
    await work('first shift', async (finger) => {
      await finger.tap(freeShifts(first).first())
      await finger.tap(first.getByRole('link', { name: 'Continue' }))
      await finger.write({ ...person, email })
      await finger.tap(first.locator('input[name=acceptedTerms]'))
      await finger.tap(first.locator('input[name=remember]'))
      await finger.tap(first.getByRole('button', { name: 'Sign up', exact: true }))
      await seeDone(first)
    })
    await work('second shift, remembered', async (finger) => {
      await finger.tap(first.getByRole('link', { name: 'Back to the event' }))
      await finger.tap(freeShifts(first).first())
      await finger.tap(first.getByRole('link', { name: 'Continue' }))
      await finger.tap(first.locator('input[name=acceptedTerms]'))
      await finger.tap(first.getByRole('button', { name: 'Sign up', exact: true }))
      await seeDone(first)
    })
    await openEvent(first)
    // Scrolling gives the rows their real height, so that the link no longer moves.
    await first.evaluate(scrollThrough, SCROLL_PX)
    await work('find my shifts, without the e-mail', async (finger) => {
      await finger.tap(first.getByRole('link', { name: 'Get the link to your shifts' }))
      await finger.type(first.getByRole('textbox', { name: 'E-mail' }), email)
      await finger.tap(first.getByRole('button', { name: 'Send my links' }))
      await first.getByRole('heading', { level: 1 }).waitFor()
      finger.taps++
      await first.goto(origin + (await openOwn(email)))
      await first.getByRole('button', { name: 'Can’t make it?' }).first().waitFor()
    })
    await first.getByRole('checkbox', { name: /^Keep this page/, checked: true }).waitFor()
    await openEvent(first)
    await work('find my shifts, on a device that keeps them', async (finger) => {
      await finger.tap(first.getByRole('link', { name: /^Yours:/ }).first())
      await first.getByRole('button', { name: 'Can’t make it?' }).first().waitFor()
    })
    await work('cancel, from the e-mail', async (finger) => {
      finger.taps++
      await first.goto(origin + (await openOwn(email)))
      await finger.tap(first.getByRole('button', { name: 'Can’t make it?' }).first())
      await finger.tap(first.getByRole('button', { name: 'Give up my place' }))
      await first.getByRole('button', { name: 'Undo' }).waitFor()
    })
    const other = await openPhone(browser)
    await openEvent(other)
    await work(
      'find a free Saturday morning shift among 72',
      async (finger) => {
        await finger.tap(other.locator('[data-filter] a').filter({ hasText: /^Sat/ }))
        await finger.tap(other.locator('summary').filter({ hasText: /^Time of day:/ }))
        await finger.tap(other.locator('details[open]').getByRole('link', { name: /^Morning/ }))
        await freeShifts(other).first().waitFor()
      },
      other,
    )
    const third = await openPhone(browser)
    await openEvent(third)
    await work(
      'take three shifts',
      async (finger) => {
        // Shifts that overlap with a chosen one cannot be taken.
        for (const _ of [1, 2, 3]) await finger.tap(freeShifts(third).first())
        await finger.tap(third.getByRole('link', { name: 'Continue' }))
        await finger.write({ ...person, email: `three.${email}` })
        await finger.tap(third.locator('input[name=acceptedTerms]'))
        await finger.tap(third.getByRole('button', { name: 'Sign up for all 3' }))
        await seeDone(third)
      },
      third,
    )
    const wrong = `wrong.${email}`
    await work(
      'correct the address, after a sign-up',
      async (finger) => {
        await finger.tap(third.getByRole('button', { name: 'Correct it' }))
        await finger.type(third.getByLabel('The right e-mail address'), wrong)
        await finger.tap(third.getByRole('button', { name: 'Correct the address' }))
        await third.getByText(/^Corrected/).waitFor()
      },
      third,
    )
    const family = await openPhone(browser)
    await openEvent(family)
    await work(
      'three people on two shifts',
      async (finger) => {
        for (const _ of [1, 2]) await finger.tap(freeShifts(family).first())
        await finger.tap(family.getByRole('link', { name: 'Continue' }))
        await finger.write({ ...person, email: `family.${email}` })
        for (const number of [2, 3]) {
          await finger.tap(family.getByRole('button', { name: 'Add a child or a friend' }))
          // The first name has the focus.
          await finger.type(family.locator(`input[name=first_name_${number}]`), 'Nils')
          await finger.type(family.locator(`input[name=last_name_${number}]`), `Öberg ${number}`)
          await finger.tap(family.locator(`input[name=minor_${number}]`))
        }
        await finger.tap(family.locator('input[name=acceptedTerms]'))
        await finger.tap(family.getByRole('button', { name: 'Sign up all 3' }))
        await seeDone(family)
      },
      family,
    )
    const giver = await openPhone(browser)
    await work(
      'make a link for a replacement, from the e-mail',
      async (finger) => {
        finger.taps++
        await giver.goto(origin + (await openOwn(`family.${email}`)))
        await finger.tap(giver.getByRole('button', { name: 'Find a replacement' }).first())
        await finger.tap(giver.getByRole('button', { name: 'Make a link' }))
        await giver.getByLabel('Message to send').waitFor()
      },
      giver,
    )
    return jobs
  } finally {
    await browser.close()
  }
}

const freeShifts = (page: Page) => page.getByRole('button', { name: /^Choose:/ })

const seeDone = (page: Page) => page.getByRole('heading', { level: 1, name: /^You’re signed up/ }).waitFor()

/** Measures a first visit on a slow line and processor, then a scroll to the end. */
export async function measurePage(address: string): Promise<Speed> {
  const browser = await chromium.launch(launchOptions)
  try {
    const page = await openPhone(browser)
    const session = await page.context().newCDPSession(page)
    await session.send('Network.emulateNetworkConditions', SLOW_4G)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    const paints = await page.evaluate(readEntries, 'largest-contentful-paint')
    const shifts = await page.evaluate(readEntries, 'layout-shift')
    return {
      lcp: paints.at(-1)?.at ?? Number.NaN,
      cls: shifts.reduce((sum, { value }) => sum + value, 0),
      frames: await page.evaluate(scrollThrough, SCROLL_PX),
    }
  } finally {
    await browser.close()
  }
}

/* These run in the page. They contain no named functions, to which the loader of this file would add a helper. */

async function readEntries(type: string): Promise<{ at: number; value: number }[]> {
  const found: { at: number; value: number }[] = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      found.push({ at: entry.startTime, value: 'value' in entry ? Number(entry.value) : 0 })
  }).observe({ type, buffered: true })
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  return found
}

async function scrollThrough(step: number): Promise<number[]> {
  const frames: number[] = []
  let before = await new Promise<number>(requestAnimationFrame)
  while (scrollY + innerHeight < document.documentElement.scrollHeight - 1) {
    scrollBy(0, step)
    const now = await new Promise<number>(requestAnimationFrame)
    frames.push(now - before)
    before = now
  }
  return frames
}

async function openPhone(browser: Browser): Promise<Page> {
  const context: BrowserContext = await browser.newContext({ ...phone, locale: 'en-GB', timezoneId: ZONE })
  return context.newPage()
}

const ZONE = 'Europe/Stockholm'

class Finger {
  taps = 0
  readonly #page: Page
  constructor(page: Page) {
    this.#page = page
  }
  async tap(target: Locator): Promise<void> {
    this.taps++
    await target.tap()
  }
  async type(field: Locator, text: string): Promise<void> {
    await this.tap(field)
    await this.#page.keyboard.type(text)
  }
  async write(values: Record<string, string>): Promise<void> {
    for (const [name, value] of Object.entries(values))
      await this.type(this.#page.locator(`input[name=${name}]`), value)
  }
}

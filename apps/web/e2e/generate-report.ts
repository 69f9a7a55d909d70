import { chromium, type Page } from '@playwright/test'
import { launchOptions } from './launch-options.ts'

type ReportedEvent = {
  origin: string
  event_id: string
  shifts: number
  administrator: { email: string; password: string }
}

/** Milliseconds from the click to the frame with the last row, and of the main thread's work. */
export type Generated = { shown: number; worked: number }

/** Minimum milliseconds for which a pointer rests on a button before the press. */
export const POINTED_MS = 100

/** `pointed_ms` is the time for which the mouse rests on the button, which starts the fetch. */
export async function generateReports(
  event: ReportedEvent,
  { runs, pointed_ms }: { runs: number; pointed_ms: number },
  after: () => void,
): Promise<Generated[]> {
  const browser = await chromium.launch(launchOptions)
  try {
    const page = await browser.newPage({ baseURL: event.origin, viewport: { width: 1280, height: 900 } })
    await page.goto('/login')
    await page.getByLabel('E-mail').fill(event.administrator.email)
    await page.getByLabel('Password').fill(event.administrator.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(({ pathname }) => pathname === '/')
    const generated: Generated[] = []
    for (let run = 0; run < runs; run++) {
      generated.push(await generateReport(page, event, pointed_ms))
      after()
    }
    return generated
  } finally {
    await browser.close()
  }
}

async function generateReport(
  page: Page,
  { event_id, shifts }: ReportedEvent,
  pointed_ms: number,
): Promise<Generated> {
  await page.goto('/reports?report=schedule')
  await page.locator('form select').selectOption(event_id)
  await page.waitForTimeout(500)
  const thread = await page.context().newCDPSession(page)
  await thread.send('Performance.enable', { timeDomain: 'threadTicks' })
  const readWork = async () => {
    const { metrics } = await thread.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
  }
  const before = await readWork()
  const rows = page.evaluate(awaitRows, shifts)
  await page.getByRole('button', { name: 'Generate Report' }).hover()
  await page.waitForTimeout(pointed_ms)
  await page.mouse.down()
  await page.mouse.up()
  const shown = await rows
  return { shown, worked: (await readWork()) - before }
}

function awaitRows(shifts: number): Promise<number> {
  return new Promise((resolve) => {
    let began = 0
    document.addEventListener(
      'click',
      () => {
        began = performance.now()
      },
      { capture: true, once: true },
    )
    const rows = document.getElementsByTagName('tr')
    const days = document.getElementsByTagName('thead')
    new MutationObserver((_, observer) => {
      if (rows.length - days.length < shifts) return
      observer.disconnect()
      // A task queued in a frame callback runs after styles, layout and paint.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)))
    }).observe(document.body, { childList: true, subtree: true })
  })
}

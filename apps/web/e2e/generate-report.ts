import { chromium, type Page } from '@playwright/test'
import { launchOptions } from './launch-options.ts'

type ReportedEvent = {
  origin: string
  event_id: string
  shifts: number
  administrator: { email: string; password: string }
}

/** Of one report, in ms: from the click to the end of the frame with the last row, and the work of the main thread. */
export type Generated = { shown: number; worked: number }

/** Generates the running schedule so many times over; `after` is called when each is shown. */
export async function generateReports(
  event: ReportedEvent,
  runs: number,
  after: () => void,
): Promise<Generated[]> {
  const browser = await chromium.launch(launchOptions)
  try {
    const page = await browser.newPage({ baseURL: event.origin, viewport: { width: 1280, height: 900 } })
    await page.goto('/login')
    await page.getByLabel('E-mail').fill(event.administrator.email)
    await page.getByLabel('Password').fill(event.administrator.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('/')
    const generated: Generated[] = []
    for (let run = 0; run < runs; run++) {
      generated.push(await generateReport(page, event))
      after()
    }
    return generated
  } finally {
    await browser.close()
  }
}

async function generateReport(page: Page, { event_id, shifts }: ReportedEvent): Promise<Generated> {
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
  const shown = await page.evaluate(clickAndAwaitRows, shifts)
  return { shown, worked: (await readWork()) - before }
}

/** In the page. */
function clickAndAwaitRows(shifts: number): Promise<number> {
  return new Promise((resolve) => {
    let began = 0
    const rows = document.getElementsByTagName('tr')
    const days = document.getElementsByTagName('thead')
    new MutationObserver((_, observer) => {
      if (rows.length - days.length < shifts) return
      observer.disconnect()
      // The task after the next frame's callbacks begins when its styles, layout and paint are done.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)))
    }).observe(document.body, { childList: true, subtree: true })
    began = performance.now()
    document.querySelector<HTMLElement>('form button')?.click()
  })
}

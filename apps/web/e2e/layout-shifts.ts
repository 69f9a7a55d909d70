import type { Page } from '@playwright/test'

/** How much of what is seen moves by itself, from the next page on. */
export async function countMoves(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.moves = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // What somebody's own press opens may push.
        if (Reflect.get(entry, 'hadRecentInput') === false)
          window.moves += Number(Reflect.get(entry, 'value'))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Since the page was opened. */
export function readMoves(page: Page): Promise<number> {
  return page.evaluate(() => window.moves)
}

declare global {
  interface Window {
    moves: number
  }
}

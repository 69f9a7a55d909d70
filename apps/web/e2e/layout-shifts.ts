import type { Page } from '@playwright/test'

export async function countMoves(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.moves = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // The user's own input may move content.
        if (Reflect.get(entry, 'hadRecentInput') === false)
          window.moves += Number(Reflect.get(entry, 'value'))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

export function readMoves(page: Page): Promise<number> {
  return page.evaluate(() => window.moves)
}

declare global {
  interface Window {
    moves: number
  }
}

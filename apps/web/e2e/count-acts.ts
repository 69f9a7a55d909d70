import type { Page } from '@playwright/test'
import { test } from './journey.ts'

/** Acts on a page and counts clicks, keys and seconds, which the report names. */
export function countActs(page: Page) {
  const began = Date.now()
  let clicks = 0
  let keys = 0
  return {
    click: async (what: { click(): Promise<void> }) => {
      clicks += 1
      await what.click()
    },
    type: async (text: string) => {
      keys += text.length
      for (const key of text) await page.keyboard.press(key === '\t' ? 'Tab' : key)
    },
    press: async (key: string) => {
      keys += 1
      await page.keyboard.press(key)
    },
    report: (way: string) => {
      const found = { clicks, keys, seconds: (Date.now() - began) / 1_000 }
      test.info().annotations.push({ type: way, description: JSON.stringify(found) })
      return found
    },
  }
}

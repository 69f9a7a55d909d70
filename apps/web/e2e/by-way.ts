import type { BrowserContextOptions, Locator, Page } from '@playwright/test'
import { phone } from './journey.ts'
import { pressOn } from './keyboard.ts'

type Way = {
  device: BrowserContextOptions
  press: (target: Locator, key?: 'Enter' | 'Space') => Promise<void>
}

/** Each job is done by touch in one language and scheme, and by keyboard in the other. */
export const ways: Record<'en' | 'sv', Way> = {
  en: {
    device: { ...phone, locale: 'en-GB', colorScheme: 'light', reducedMotion: 'reduce' },
    press: tap,
  },
  sv: {
    device: { ...phone, locale: 'sv-SE', colorScheme: 'dark', reducedMotion: 'reduce' },
    press: (target, key = 'Enter') => pressOn(target.page(), target, key),
  },
}

/**
 * Milliseconds between two taps. Chromium took two taps at one place 400 ms apart for a double tap, whose second tap
 * is ignored if the page has changed.
 */
const DOUBLE_TAP_MS = 600

const tapped_at = new WeakMap<Page, number>()

/** Taps as a person does. */
export async function tap(target: Locator): Promise<void> {
  const page = target.page()
  const since = performance.now() - (tapped_at.get(page) ?? Number.NEGATIVE_INFINITY)
  if (since < DOUBLE_TAP_MS) await page.waitForTimeout(DOUBLE_TAP_MS - since)
  await target.tap()
  tapped_at.set(page, performance.now())
}

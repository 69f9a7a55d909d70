import type { BrowserContextOptions, Locator } from '@playwright/test'
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
    press: (target) => target.tap(),
  },
  sv: {
    device: { ...phone, locale: 'sv-SE', colorScheme: 'dark', reducedMotion: 'reduce' },
    press: (target, key = 'Enter') => pressOn(target.page(), target, key),
  },
}

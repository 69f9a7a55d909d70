import { expect, type Locator, type Page } from '@playwright/test'

/** As many as a page of 72 shifts has stops. */
const MAX_TABS = 90

/** Moves to the control by Tab, and checks the visible focus at each stop. */
export async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(control).toBeVisible()
  for (let tabs = 0; tabs < MAX_TABS; tabs++) {
    if (await control.evaluate((element) => element === document.activeElement)) {
      await expectFocus(control)
      return
    }
    await page.keyboard.press(key)
    await expectVisibleFocus(page)
  }
  throw new Error(`${MAX_TABS} tabs do not lead to ${control.toString()}`)
}

export async function pressOn(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press(key)
}

export async function expectFocus(control: Locator): Promise<void> {
  await expect(control).toBeFocused()
  await expectVisibleFocus(control.page())
}

async function expectVisibleFocus(page: Page): Promise<void> {
  const found = await page.evaluate(() => {
    const element = document.activeElement
    // After the last control Tab leaves the page.
    if (!element || element === document.body) return { name: 'body', isSeen: true }
    // The visible replacement of a hidden input has the ring.
    const shown = element.closest('label') ?? element
    const rings = [element, shown].map((each) => getComputedStyle(each))
    const isRinged = rings.some(
      ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && outlineWidth !== '0px',
    )
    // Headings and highlighted items have no ring; the browser draws that of a date field's inner buttons.
    const isExempt = element.matches('h1, h3, h4, main, [data-highlighted], [role=menu], [type=date]')
    const { top, bottom, width, height } = shown.getBoundingClientRect()
    const isOnScreen = bottom > 0 && top < innerHeight && width > 0 && height > 0
    return { name: element.outerHTML.slice(0, 200), isSeen: isOnScreen && (isRinged || isExempt) }
  })
  expect(found, 'the focus is seen').toEqual({ name: found.name, isSeen: true })
}

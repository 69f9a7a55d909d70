import { expect, type Locator, type Page } from '@playwright/test'

/** Further than any of the desk's pages needs from one control to the next that a journey wants. */
const MAX_TABS = 60

/** Goes on by the tab key until the control has the focus, and sees at each stop where the focus is. */
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

/** To the control, and pressed. */
export async function pressOn(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press(key)
}

/** The focus has come (back) to the control, and can be seen there. */
export async function expectFocus(control: Locator): Promise<void> {
  await expect(control).toBeFocused()
  await expectVisibleFocus(control.page())
}

/** Somewhere, never lost, and never out of sight. */
async function expectVisibleFocus(page: Page): Promise<void> {
  const found = await page.evaluate(() => {
    const element = document.activeElement
    // From the last control the tab key leads out of the page, and then to its beginning.
    if (!element || element === document.body) return { name: 'body', isSeen: true }
    // What is drawn in place of a hidden input has its ring.
    const shown = element.closest('label') ?? element
    const rings = [element, shown].map((each) => getComputedStyle(each))
    const isRinged = rings.some(
      ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && outlineWidth !== '0px',
    )
    // A heading that says where one has come and a list's own highlight show no ring; the browser draws that of the
    // button within a field for times.
    const isExempt = element.matches('h1, h4, main, [data-highlighted], [role=menu], [type=datetime-local]')
    const { top, bottom, width, height } = shown.getBoundingClientRect()
    const isOnScreen = bottom > 0 && top < innerHeight && width > 0 && height > 0
    return { name: element.outerHTML.slice(0, 200), isSeen: isOnScreen && (isRinged || isExempt) }
  })
  expect(found, 'the focus is seen').toEqual({ name: found.name, isSeen: true })
}

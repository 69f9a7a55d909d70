import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules that read colours. All others read only elements, their boxes and their visibility. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  await expectNoViolation(page, within)
}

/** Checks both schemes. In the second only the colour rules run, if the page is otherwise the same. */
export async function expectAccessibleInBoth(page: Page, within = 'html'): Promise<void> {
  await emulateScheme(page, 'light')
  const inLight = await page.evaluate(describePage)
  await expectNoViolation(page, within)
  await emulateScheme(page, 'dark')
  const isSame = (await page.evaluate(describePage)) === inLight
  await expectNoViolation(page, within, isSame ? COLOUR_RULES : undefined)
  await page.emulateMedia({ colorScheme: null })
}

async function emulateScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(finishAnimations)
}

async function expectNoViolation(page: Page, within: string, rules?: string[]): Promise<void> {
  // The h1 is not found by its role, because an open dialog hides it.
  await expect(page.locator('h1')).toBeVisible()
  if (!(await page.evaluate(() => 'axe' in window))) await loadAxe(page)
  // axe reads the page in steps, and could report what was never there at one time.
  for (let tries = 5; ; tries -= 1) {
    await page.evaluate(finishAnimations)
    const { found, hasChanged } = await page.evaluate(findViolations, { within, rules })
    if (found.length > 0 && hasChanged && tries > 1) continue
    expect(found, `axe on ${page.url()}`).toEqual([])
    return
  }
}

/** Loads axe once per document, because it has 570 KB, and not by `page.evaluate`, which takes a third more processor time. */
async function loadAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  // Not detached, because that would also remove the virtual authenticator of another session (security.ts).
  await session.send('Runtime.evaluate', { expression: AXE })
}

/** `hasChanged` is true if the page may have changed while axe read it. */
async function findViolations({ within, rules }: { within: string; rules: string[] | undefined }) {
  // An animation may have begun after the others were finished.
  let hasChanged = document.getAnimations().length > 0
  const observer = new MutationObserver(() => {
    hasChanged = true
  })
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  const { violations } = await window.axe.run(
    { include: [[within]] },
    {
      resultTypes: ['violations'],
      // Only a rule that is off needs style sheets.
      preload: { assets: ['media'] },
      ...(rules && { runOnly: { type: 'rule', values: rules } }),
    },
  )
  observer.disconnect()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  return { found, hasChanged }
}

/** Ends the animations of colours and opacity. Waiting would draw the page several times, without a graphics card. */
function finishAnimations(): void {
  let running: Animation[]
  do {
    running = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
      )
    for (const each of running) each.finish()
    // If a colour is inherited, the end of one transition begins another.
  } while (running.length > 0)
}

function describePage(): string {
  const boxes = [...document.querySelectorAll('*')].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const isShown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    return `${x} ${y} ${width} ${height} ${isShown}`
  })
  return [document.documentElement.outerHTML, ...boxes].join('\n')
}

declare global {
  interface Window {
    axe: typeof axe
  }
}

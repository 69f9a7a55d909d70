import { endless, planFestival } from './festival.ts'
import { expect, type Page, test } from './journey.ts'
import { listStates, reachState } from './public-states.ts'

/* A width of 320 px is that of a desktop at 400 % zoom. */
for (const locale of ['en-GB', 'sv-SE'] as const) {
  test(`${locale}: nothing is cut off, and nothing is wider than the screen`, async ({
    journey,
    request,
  }) => {
    const page = await journey.open({
      locale,
      viewport: { width: 320, height: 640 },
      reducedMotion: 'reduce',
    })
    const festival = await planFestival(request, endless)
    for (const state of await listStates(request, festival, locale === 'en-GB' ? 'en' : 'sv')) {
      await test.step(state.name, async () => {
        if (state.refused) journey.expectRefusal(state.refused)
        await page.setViewportSize({ width: 320, height: 640 })
        await reachState(page, state)
        expect(await findCutText(page), `${state.name}, 320 px`).toEqual([])
        await page.setViewportSize({ width: 640, height: 800 })
        await page.evaluate(() => {
          document.documentElement.style.fontSize = '200%'
        })
        expect(await findCutText(page), `${state.name}, 640 px, letters twice as large`).toEqual([])
      })
    }
  })
}

test('a word that is cut off is found', async ({ journey }) => {
  const page = await journey.open({ viewport: { width: 320, height: 640 } })
  await page.goto('/terms')
  const title = page.locator('h1')
  await expect(title).toBeVisible()
  expect(await findCutText(page)).toEqual([])
  await title.evaluate((heading: HTMLElement) => {
    heading.style.width = '40px'
    heading.style.overflow = 'hidden'
    heading.style.whiteSpace = 'nowrap'
  })
  expect(await findCutText(page)).toEqual(['Terms of use'])
})

/** Finds text outside the screen or outside a box that hides it, unless it can be scrolled to. */
function findCutText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const page_width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth > page_width) found.push('the page')
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(node)
      const rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
      if (rects.some((rect) => isCut(rect, node.parentElement))) found.push(node.textContent ?? '')
    }
    return found

    function isCut(rect: DOMRect, from: Element | null): boolean {
      for (let box = from; box; box = box.parentElement) {
        const { overflowX, clipPath, clip } = getComputedStyle(box)
        // This text is for screen readers only.
        if (clip !== 'auto' || clipPath.startsWith('inset(50%')) return false
        if (overflowX === 'auto' || overflowX === 'scroll') return false
        // A select cuts off its choice.
        if (box instanceof HTMLSelectElement) return false
        const { left, right } = box.getBoundingClientRect()
        const hides = overflowX === 'hidden' || overflowX === 'clip'
        if (hides && box !== document.documentElement && (rect.left < left - 1 || rect.right > right + 1))
          return true
      }
      return rect.left < -1 || rect.right > page_width + 1
    }
  })
}

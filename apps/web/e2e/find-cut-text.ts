import type { Page } from '@playwright/test'

/** Finds text outside the screen or outside a box that hides it, unless it can be scrolled to. */
export function findCutText(page: Page): Promise<string[]> {
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

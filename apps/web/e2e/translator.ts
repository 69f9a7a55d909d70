import type { BrowserContext } from '@playwright/test'

/**
 * Emulates a browser's page translator: each text is replaced by two `font` elements, also texts that come later. The
 * words stay the same, so that a journey finds them.
 */
export async function translatePages(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- a page gets this function alone
    const translate = (root: Node) => {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const found: Text[] = []
      if (root instanceof Text) found.push(root)
      while (texts.nextNode()) if (texts.currentNode instanceof Text) found.push(texts.currentNode)
      for (const text of found) {
        const parent = text.parentElement
        if (
          !parent ||
          !text.data.trim() ||
          parent.closest('title, script, style, textarea, option, font, [translate=no]')
        )
          continue
        const outer = document.createElement('font')
        const inner = document.createElement('font')
        inner.textContent = text.data
        outer.append(inner)
        text.replaceWith(outer)
      }
    }
    new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records) {
        if (type === 'characterData') translate(target)
        for (const added of addedNodes) translate(added)
      }
    }).observe(document, { childList: true, characterData: true, subtree: true })
  })
}

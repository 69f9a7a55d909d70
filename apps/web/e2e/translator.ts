import type { BrowserContext } from '@playwright/test'

/**
 * Emulates a browser's page translator: replaces each text node, also those added later, by two `font` elements. The
 * words stay the same, so that a journey finds them.
 */
export async function translatePages(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    new MutationObserver((records) => {
      for (const root of records.flatMap(({ target, addedNodes }) => [target, ...addedNodes])) {
        const texts: Node[] = root instanceof Text ? [root] : []
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
        while (walker.nextNode()) texts.push(walker.currentNode)
        for (const text of texts) {
          const { parentElement: parent, textContent } = text
          if (!textContent?.trim() || !parent) continue
          if (parent.closest('title, script, style, textarea, option, font, [translate=no]')) continue
          const outer = document.createElement('font')
          outer.append(Object.assign(document.createElement('font'), { textContent }))
          parent.replaceChild(outer, text)
        }
      }
    }).observe(document, { childList: true, characterData: true, subtree: true })
  })
}

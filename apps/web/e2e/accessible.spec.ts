import { expect, test } from '@playwright/test'
import { expectAccessible, expectAccessibleInBoth } from './accessible.ts'

const build = (styles: string) => `<!doctype html>
  <html lang="en">
    <title>Negative control</title>
    <style>
      :root { color-scheme: light dark; background: light-dark(white, black) }
      a { text-decoration: none; color: #767676 }
      ${styles}
    </style>
    <main>
      <h1>Shifts</h1>
      <p>Bring a raincoat, and read <a href="/terms">the terms</a> of the event.</p>
      <button><span>Sign up</span></button>
    </main>
  </html>`

test('a page without violations passes', async ({ page }) => {
  await page.setContent(build(''))
  await expectAccessibleInBoth(page)
})

for (const scheme of ['light', 'dark']) {
  const faint = { light: '#ccc', dark: '#333' }[scheme]
  const likeText = { light: '#222', dark: '#ddd' }[scheme]
  for (const { what, styles, rule } of [
    { what: 'faint text', styles: `p { color: ${faint} }`, rule: /color-contrast/ },
    { what: 'a link that looks like text', styles: `a { color: ${likeText} }`, rule: /link-in-text-block/ },
    { what: 'a button without a name', styles: 'span { display: none }', rule: /button-name/ },
  ]) {
    test(`negative control: ${what}, in the ${scheme} scheme alone`, async ({ page }) => {
      await page.setContent(build(`@media (prefers-color-scheme: ${scheme}) { ${styles} }`))
      await expect(expectAccessibleInBoth(page)).rejects.toThrow(rule)
    })
  }
}

test('text that begins to appear after the animations were finished is checked when it is visible', async ({
  page,
}) => {
  await page.setContent(build(''))
  await page.evaluate(() => {
    const list = document.getAnimations.bind(document)
    document.getAnimations = () => {
      const running = list()
      document.getAnimations = list
      document.querySelector('h1')?.animate([{ opacity: 0.1 }, { opacity: 1 }], 60_000)
      return running
    }
  })
  await expectAccessible(page)
})

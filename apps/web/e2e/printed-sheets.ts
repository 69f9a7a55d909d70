import type { Page } from '@playwright/test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

type Sheet = { width: number; height: number; text: string }

/** Prints the page. Sizes are in points. */
export async function printSheets(page: Page): Promise<Sheet[]> {
  const task = getDocument({ data: new Uint8Array(await page.pdf({ preferCSSPageSize: true })) })
  const pdf = await task.promise
  const sheets: Sheet[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const sheet = await pdf.getPage(number)
    const { width, height } = sheet.getViewport({ scale: 1 })
    const { items } = await sheet.getTextContent()
    const words = items.map((item) => ('str' in item ? item.str : ''))
    sheets.push({
      width: Math.round(width),
      height: Math.round(height),
      text: words.join(' ').replace(/\s+/g, ' '),
    })
  }
  await task.destroy()
  return sheets
}

/** Finds overlapping text, and text that is white on white. */
export async function findUnprintable(page: Page): Promise<{ over: string[]; white: string[] }> {
  await page.emulateMedia({ media: 'print' })
  const found = await page.evaluate(() => {
    const shown = [...document.querySelectorAll('body *')].filter((element) => element.checkVisibility())
    const styles = shown.map((element) => ({ element, style: getComputedStyle(element) }))
    return {
      over: styles
        .filter(({ style }) => style.position === 'sticky' || style.position === 'fixed')
        .map(({ element }) => element.className),
      white: styles
        .filter(({ style }) => style.color === 'rgb(255, 255, 255)')
        .map(({ element }) => element.textContent)
        .filter((words) => words !== ''),
    }
  })
  await page.emulateMedia({ media: null })
  return found
}

import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { launchOptions } from './launch-options.ts'

type Difference = { share: number; box: string }

/** Returns the screens that differ, with the share of differing pixels and their place. */
export async function compareScreens(before: string, after: string): Promise<string[]> {
  const files = [...new Set([...(await readdir(before)), ...(await readdir(after))])].toSorted()
  const browser = await chromium.launch(launchOptions)
  const page = await browser.newPage()
  const lines: string[] = []
  for (const file of files) {
    const [a, b] = await Promise.all([read(before, file), read(after, file)])
    if (a === b) continue
    if (!a || !b) {
      lines.push(`${file}: only ${a ? 'before' : 'after'}`)
      continue
    }
    const found = await compare(page, a, b)
    if (found) lines.push(`${(100 * found.share).toFixed(3)} % ${file} ${found.box}`)
  }
  await browser.close()
  return [...lines, `${lines.length} of ${files.length} screens differ`]
}

async function read(folder: string, file: string): Promise<string | undefined> {
  const bytes = await readFile(path.join(folder, file)).catch(() => undefined)
  return bytes?.toString('base64')
}

/** Compares two images, ignoring rounding. If their sizes differ, pixels of only one image count as different. */
function compare(page: Page, before: string, after: string): Promise<Difference | undefined> {
  return page.evaluate(
    async ({ screens, tolerance }) => {
      const images = await Promise.all(
        screens.map(async (screen) => {
          const image = new Image()
          image.src = `data:image/png;base64,${screen}`
          await image.decode()
          return image
        }),
      )
      const width = Math.max(...images.map((image) => image.width))
      const height = Math.max(...images.map((image) => image.height))
      const [a, b] = images.map((image) => {
        const context = new OffscreenCanvas(width, height).getContext('2d')
        context?.drawImage(image, 0, 0)
        return context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray()
      })
      let count = 0
      let [left, top, right, bottom] = [width, height, 0, 0]
      for (let pixel = 0; pixel < width * height; pixel++) {
        const isSame = [0, 1, 2, 3].every(
          (channel) =>
            Math.abs((a?.[4 * pixel + channel] ?? 0) - (b?.[4 * pixel + channel] ?? 0)) <= tolerance,
        )
        if (isSame) continue
        count += 1
        const [x, y] = [pixel % width, Math.floor(pixel / width)]
        left = Math.min(left, x)
        right = Math.max(right, x)
        top = Math.min(top, y)
        bottom = Math.max(bottom, y)
      }
      const box = `(${left},${top})-(${right},${bottom}) of ${width}×${height}`
      return count > 0 ? { share: count / (width * height), box } : undefined
    },
    { screens: [before, after], tolerance: 2 },
  )
}

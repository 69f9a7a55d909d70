import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { OpenPages, PageRenderer } from '@muster/contract/page-renderer'

const BUILT = path.resolve(import.meta.dirname, '../../../web/dist')

const FONTS = [/figtree-latin-wght-normal-.*\.woff2$/, /figtree-latin-ext-wght-normal-.*\.woff2$/]

export type BuiltClient = {
  root: string
  admin_document: string
  pages: PageRenderer
  font: string | undefined
  /** Font of Latin letters, then the font of letters that it lacks. */
  fonts: readonly Buffer[]
  /** Hash of the style sheet inside rendered pages, for the content security policy. */
  style_hash: string
}

export async function readBuiltClient(root = BUILT): Promise<BuiltClient> {
  try {
    const read = (file: string) => readFile(path.join(root, file), 'utf8')
    const [document, admin_document, manifest] = await Promise.all([
      read('public.html'),
      read('admin.html'),
      read('.vite/manifest.json'),
    ])
    const sheets = [...document.matchAll(/<link rel="stylesheet"[^>]* href="\/([^"]+)"/g)]
    const styles = withOptionalFont((await Promise.all(sheets.map(([, file = '']) => read(file)))).join(''))
    const { openPages }: { openPages: OpenPages } = await import(
      pathToFileURL(path.join(root, 'server/server.js')).href
    )
    const files = Object.values<{ file: string }>(JSON.parse(manifest)).map(({ file }) => file)
    const fonts = FONTS.flatMap((name) => files.filter((file) => name.test(file)))
    const style_hash = styleHash(styles)
    return {
      root,
      admin_document,
      style_hash,
      fonts: await Promise.all(fonts.map((file) => readFile(path.join(root, file)))),
      font: /<link rel="preload" as="font"[^>]* href="([^"]+)"/.exec(document)?.[1],
      pages: openPages({ document, manifest: JSON.parse(manifest), styles }),
    }
  } catch (cause) {
    throw new Error('The pages are not built: run `npm start`, which builds them.', { cause })
  }
}

export const styleHash = (sheet: string) => `sha256-${createHash('sha256').update(sheet).digest('base64')}`

/** A page is shown before its font has arrived. A late swap would move lines that are being read. */
function withOptionalFont(styles: string): string {
  return styles.replaceAll('font-display:swap', 'font-display:optional')
}

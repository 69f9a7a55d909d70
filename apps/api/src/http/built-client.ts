import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { OpenPages, PageRenderer } from '@muster/contract/page-renderer'

/** Where `vite build` leaves the client. */
const BUILT = path.resolve(import.meta.dirname, '../../../web/dist')

/** The built client: its files, the organiser's document, and the code that writes a volunteer's. */
export type BuiltClient = {
  root: string
  admin_document: string
  pages: PageRenderer
  /** Of the styles inside of a written page, as the content security policy names them. */
  style_hash: string
}

/** Throws one sentence when there has been no build. */
export async function readBuiltClient(root = BUILT): Promise<BuiltClient> {
  try {
    const read = (file: string) => readFile(path.join(root, file), 'utf8')
    const [document, admin_document, manifest] = await Promise.all([
      read('public.html'),
      read('admin.html'),
      read('.vite/manifest.json'),
    ])
    const sheets = [...document.matchAll(/<link rel="stylesheet"[^>]* href="\/([^"]+)"/g)]
    const styles = keepFace((await Promise.all(sheets.map(([, file = '']) => read(file)))).join(''))
    const { openPages }: { openPages: OpenPages } = await import(
      pathToFileURL(path.join(root, 'server/server.js')).href
    )
    const style_hash = `sha256-${createHash('sha256').update(styles).digest('base64')}`
    return {
      root,
      admin_document,
      style_hash,
      pages: openPages({ document, manifest: JSON.parse(manifest), styles }),
    }
  } catch (cause) {
    throw new Error('The pages are not built: run `npm start`, which builds them.', { cause })
  }
}

/**
 * A written page can be read before its font has come over a slow line. Drawn anew in that, lines would break elsewhere
 * and move what is below; so it is, as long as it is open, in the face it began with.
 */
function keepFace(styles: string): string {
  return styles.replaceAll('font-display:swap', 'font-display:optional')
}

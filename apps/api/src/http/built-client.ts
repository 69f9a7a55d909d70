import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { OpenPages, Pages } from '@muster/contract/pages'

/** Where `vite build` leaves the client. */
const BUILT = path.resolve(import.meta.dirname, '../../../web/dist')

/** The built client: its files, the organiser's document, and the code that writes a volunteer's. */
export type BuiltClient = { root: string; admin_document: string; pages: Pages }

/** Throws one sentence when there has been no build. */
export async function readBuiltClient(root = BUILT): Promise<BuiltClient> {
  try {
    const read = (file: string) => readFile(path.join(root, file), 'utf8')
    const [document, admin_document, manifest] = await Promise.all([
      read('public.html'),
      read('admin.html'),
      read('.vite/manifest.json'),
    ])
    const { openPages }: { openPages: OpenPages } = await import(
      pathToFileURL(path.join(root, 'server/server.js')).href
    )
    return { root, admin_document, pages: openPages({ document, manifest: JSON.parse(manifest) }) }
  } catch (cause) {
    throw new Error('The pages are not built: run `npm start`, which builds them.', { cause })
  }
}

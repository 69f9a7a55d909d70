import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { PageRenderer } from '@muster/contract/page-renderer'
import type { BuiltClient } from '../src/pages/built-client.ts'

/** Replaces the built client. `files`: by path, besides the service worker. The caller removes its `root`. */
export async function writeClient(
  pages: PageRenderer,
  files: Record<string, string | Buffer> = {},
): Promise<BuiltClient> {
  const root = await mkdtemp(path.join(tmpdir(), 'muster-client-'))
  for (const [file, content] of Object.entries({ 'service-worker.js': '//', ...files })) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true })
    await writeFile(path.join(root, file), content)
  }
  return {
    root,
    admin_document: 'the organiser’s',
    pages,
    style_hash: 'sha256-abc',
    font: undefined,
    fonts: [],
  }
}

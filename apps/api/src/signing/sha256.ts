import { createHash } from 'node:crypto'

/** In base64url. */
export const sha256 = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('base64url')

import { hash } from 'node:crypto'

/** Decides the same for all lines of one id, in all processes. */
export function isSampled(id: string, sample: number): boolean {
  return sample === 1 || Number.parseInt(hash('sha1', id).slice(0, 8), 16) < sample * 2 ** 32
}

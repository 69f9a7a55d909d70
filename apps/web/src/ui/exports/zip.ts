import { type FlateCallback, type Zippable, zipSync } from 'fflate/browser'

/**
 * Stands in for `fflate` in the build (`vite.config.ts`). Its own `zip` starts a worker from a `blob:` address for a file
 * above 160 kB, which the CSP refuses, and then never ends.
 */
export * from 'fflate/browser'

export function zip(files: Zippable, done: FlateCallback): void {
  done(null, zipSync(files))
}

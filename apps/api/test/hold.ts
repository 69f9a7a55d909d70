import { once } from 'node:events'

/** Something to wait for until it is released. */
export function hold(): { held: Promise<unknown>; release: () => void } {
  const releasing = new AbortController()
  return { held: once(releasing.signal, 'abort'), release: () => releasing.abort() }
}

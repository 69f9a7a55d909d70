import { once } from 'node:events'

export function hold(): { held: Promise<unknown>; release: () => void } {
  const releasing = new AbortController()
  return { held: once(releasing.signal, 'abort'), release: () => releasing.abort() }
}

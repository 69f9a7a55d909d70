import { paths } from '../../paths.ts'

/** D38. Anybody can write `next`: only a path of this site is followed, so that no link leads to a copy elsewhere. */
export function returnAddress(next: string | null): string {
  const url = next?.startsWith('/') ? parseUrl(next) : undefined
  // A path with two leading slashes would name another host.
  const isOurs = url?.origin === location.origin && !url.pathname.startsWith('//')
  return isOurs ? `${url.pathname}${url.search}${url.hash}` : paths.shifts
}

function parseUrl(path: string): URL | undefined {
  try {
    return new URL(path, location.origin)
  } catch {
    return undefined
  }
}

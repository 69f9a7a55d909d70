import { paths } from '../../paths.ts'

/** D38. Anybody can write `next`: only a path of this site is followed, so that no link leads to a copy elsewhere. */
export function returnAddress(next: string | null): string {
  if (!next?.startsWith('/') || !URL.canParse(next, location.origin)) return paths.shifts
  const { origin, pathname, search, hash } = new URL(next, location.origin)
  // A path with two leading slashes would name another host.
  const isOurs = origin === location.origin && !pathname.startsWith('//')
  return isOurs ? `${pathname}${search}${hash}` : paths.shifts
}

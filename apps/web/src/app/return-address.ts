import { paths } from '../paths.ts'

/**
 * D38: where to go after signing in. `next` comes from the address, so anybody can write it: only a path of this site is
 * followed, else a link to our own login could lead to a copy of it elsewhere.
 */
export function returnAddress(next: string | null): string {
  if (!next?.startsWith('/') || !URL.canParse(next, location.origin)) return paths.shifts
  const { origin, pathname, search, hash } = new URL(next, location.origin)
  // A path that begins with two slashes would be read as another host.
  const isOurs = origin === location.origin && !pathname.startsWith('//')
  return isOurs ? `${pathname}${search}${hash}` : paths.shifts
}

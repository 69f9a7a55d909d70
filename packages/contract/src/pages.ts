/** Pages that the API, Vite and the browser route. A feature of the web app renders `terms` in `terms-page.tsx`. */
export const publicPages = [
  { name: 'event', path: '/e/:eventId', noindex: false },
  { name: 'signup', path: '/e/:eventId/shifts/:shiftId/signup', noindex: false },
  // A personal link is for one person (D17).
  { name: 'confirmation', path: '/c/:token', noindex: true },
  // D56
  { name: 'certificate', path: '/c/:token/certificate', noindex: true },
  // D44
  { name: 'waiting', path: '/w/:token', noindex: true },
  // D58
  { name: 'swap', path: '/swap/:token', noindex: true },
  // D52
  { name: 'request', path: '/request/:token', noindex: true },
  // D40
  { name: 'links', path: '/links', noindex: true },
  { name: 'terms', path: '/terms', noindex: false },
  { name: 'privacy', path: '/privacy', noindex: false },
] as const

export type PublicPageName = (typeof publicPages)[number]['name']

/** Pages of a link that was sent to somebody, or handed on by them. */
export const linkPages = [
  'confirmation',
  'waiting',
  'swap',
  'request',
] as const satisfies readonly PublicPageName[]

export type LinkPageName = (typeof linkPages)[number]

/** Parameters, percent-encoded as in the address. An empty id, as in `/e/`, is missing. */
export type PublicPageParams = { readonly [name: string]: string | undefined }

export function findPublicPage(
  pathname: string,
): { name: PublicPageName; params: PublicPageParams } | undefined {
  for (const { name, path } of publicPages) {
    const match = patternOf(path).exec(pathname)
    if (match) return { name, params: match.groups ?? {} }
  }
  return undefined
}

export function publicPath(name: PublicPageName, params: Readonly<Record<string, string>> = {}): string {
  return pathOf(name).replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(params[param] ?? ''))
}

/**
 * Returns the address that was meant by a path in other letters (`/E/…`), or with the end of a sentence behind it (`/e/….`).
 * Undefined if it is the address of no public page.
 */
export function meantPath(pathname: string): string | undefined {
  const meant = decode(pathname)?.replace(/[^\w-]+$/, '')
  if (meant === undefined) return undefined
  for (const { name, path } of publicPages) {
    const match = new RegExp(patternOf(path), 'i').exec(meant)
    if (!match) continue
    const params = Object.entries(match.groups ?? {})
    // Matched without its id, it is undefined.
    if (!params.every(([, value]) => /^[\w-]+$/.test(value ?? ''))) return undefined
    // Tokens are told apart by their capital letters, ids are not.
    const spelt = params.map(([param, value]) => [param, param.endsWith('Id') ? value.toLowerCase() : value])
    return publicPath(name, Object.fromEntries(spelt))
  }
  return undefined
}

function decode(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return undefined
  }
}

export function pathOf(name: PublicPageName): string {
  const page = publicPages.find((each) => each.name === name)
  if (!page) throw new Error(`No public page ${name}`)
  return page.path
}

function patternOf(path: string): RegExp {
  const pattern = path.replace(/\/:(\w+)$/, '(?:/(?<$1>[^/]+))?').replace(/:(\w+)/g, '(?<$1>[^/]+)')
  return new RegExp(`^${pattern}/?$`)
}

/** Pages that the API, Vite and the browser route. A feature of the web app renders `terms` in `terms-page.tsx`. */
export const publicPages = [
  { name: 'event', path: '/e/:eventId', noindex: false },
  { name: 'signup', path: '/e/:eventId/shifts/:shiftId/signup', noindex: false },
  // A personal link is for one person (D17).
  { name: 'confirmation', path: '/c/:token', noindex: true },
  // D44
  { name: 'waiting', path: '/w/:token', noindex: true },
  // D40
  { name: 'links', path: '/links', noindex: true },
  { name: 'terms', path: '/terms', noindex: false },
  { name: 'privacy', path: '/privacy', noindex: false },
] as const

export type PublicPageName = (typeof publicPages)[number]['name']

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

export function pathOf(name: PublicPageName): string {
  const page = publicPages.find((each) => each.name === name)
  if (!page) throw new Error(`No public page ${name}`)
  return page.path
}

function patternOf(path: string): RegExp {
  const pattern = path.replace(/\/:(\w+)$/, '(?:/(?<$1>[^/]+))?').replace(/:(\w+)/g, '(?<$1>[^/]+)')
  return new RegExp(`^${pattern}/?$`)
}

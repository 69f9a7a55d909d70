import { publicRoutes } from '../../packages/contract/src/public-routes.ts'

const volunteers = Object.values(publicRoutes).flatMap((calls) => Object.values<{ path: string }>(calls))

/** Paths that the development server sends to the API. Other paths are screens of this app; `/links` is both. */
export const apiPaths = [
  '^/(auth|api|admin|rest|docs|dev|unsubscribe|stop|not-me|confirm-details|confirm-email|undo-email|webhooks|logos|\\.well-known)(/|$)',
  '^/(healthz|readyz)$',
  ...volunteers.flatMap(({ path }) =>
    path === '/links' ? [] : `^${path.replaceAll(/:\w+/g, '[^/]+')}(\\?|$)`,
  ),
]

/** Paths that the development server sends to the API. Other paths are screens of this app; `/links` is both. */
export const apiPaths = [
  '^/(auth|api|admin|assignment|member-invitations|calendar|shifts|rest|docs|dev|unsubscribe|stop|waiting|not-me|confirm-details|confirm-email|undo-email|webhooks|\\.well-known)(/|$)',
  '^/events/[^/]+/(public|signup)(/|$)',
  '^/(healthz|readyz)$',
]

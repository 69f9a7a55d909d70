/**
 * Where the api answers. Empty means the page's own origin, the usual case; administrators and the public
 * may have an address each.
 */
export const config = {
  adminOrigin: originOf(import.meta.env['VITE_ADMIN_ORIGIN']),
  publicOrigin: originOf(import.meta.env['VITE_PUBLIC_ORIGIN']),
}

function originOf(setting: unknown): string {
  return typeof setting === 'string' ? setting.replace(/\/$/, '') : ''
}

/** Origins of the API. An empty string means the page's own. */
export const config = {
  adminOrigin: originOf(import.meta.env['VITE_ADMIN_ORIGIN']),
  publicOrigin: originOf(import.meta.env['VITE_PUBLIC_ORIGIN']),
}

function originOf(setting: unknown): string {
  return typeof setting === 'string' ? setting.replace(/\/$/, '') : ''
}

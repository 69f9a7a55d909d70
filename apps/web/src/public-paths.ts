import { publicPath } from '@muster/contract/pages'
import { linkKey } from './ui/hooks/navigation.ts'

/** D49: keeps the event's link key of this page. */
function withLinkKey(path: string, query = new URLSearchParams()): string {
  const k = linkKey()
  if (k) query.set('k', k)
  return String(query) ? `${path}?${query}` : path
}

/** Addresses that the public pages link to: of each other, and of the desk. */
export const publicPaths = {
  terms: publicPath('terms'),
  privacy: publicPath('privacy'),
  publicEvent: (event_id: string, query?: URLSearchParams) =>
    withLinkKey(publicPath('event', { eventId: event_id }), query),
  /** `others` lists further shifts to sign up for at the same time (D42). */
  signup: (event_id: string, shift_id: string, others: readonly string[] = []) =>
    withLinkKey(
      publicPath('signup', { eventId: event_id, shiftId: shift_id }),
      new URLSearchParams(others.map((id) => ['also', id])),
    ),
  links: publicPath('links'),
  confirmation: (token: string) => publicPath('confirmation', { token }),
  certificate: (token: string) => publicPath('certificate', { token }),
  desk: '/',
}

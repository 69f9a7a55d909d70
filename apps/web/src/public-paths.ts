import { publicPath } from '@muster/contract/pages'

/** Addresses that the public pages link to: of each other, and of the desk where a member goes on. */
export const publicPaths = {
  terms: publicPath('terms'),
  privacy: publicPath('privacy'),
  publicEvent: (event_id: string) => publicPath('event', { eventId: event_id }),
  /** `others` lists further shifts to sign up for at the same time (D42). */
  signup: (event_id: string, shift_id: string, others: readonly string[] = []) => {
    const path = publicPath('signup', { eventId: event_id, shiftId: shift_id })
    return others.length === 0 ? path : `${path}?${new URLSearchParams(others.map((id) => ['also', id]))}`
  },
  links: publicPath('links'),
  waiting: (token: string) => publicPath('waiting', { token }),
  confirmation: (token: string) => publicPath('confirmation', { token }),
  certificate: (token: string) => publicPath('certificate', { token }),
  desk: '/',
  /** Asks whether to publish a draft (D49). */
  publishEvent: (event_id: string, organization_id: string) =>
    `/events?${new URLSearchParams({ publish: event_id, org: organization_id })}`,
}

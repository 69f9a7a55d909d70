import { publicPath } from '@muster/contract/pages'

/** Every address of the app: links are not written by hand. */
export const paths = {
  shifts: '/',
  people: '/people',
  events: '/events',
  broadcast: (event_id: string) => `/events/${encodeURIComponent(event_id)}/broadcast`,
  reports: '/reports',
  scheduleChooser: '/reports?report=schedule',
  /** `all`: of all events. */
  schedule: (event_id: string) => `/reports?report=schedule&event=${encodeURIComponent(event_id)}`,
  newOrganization: '/organizations/new',
  organizationSettings: '/organizations/settings',
  account: '/account',
  login: '/login',
  requestPasswordReset: '/reset-password-request',
  resetPassword: '/reset-password',
  terms: publicPath('terms'),
  privacy: publicPath('privacy'),
  publicEvent: (event_id: string) => publicPath('event', { eventId: event_id }),
  signup: (event_id: string, shift_id: string) =>
    publicPath('signup', { eventId: event_id, shiftId: shift_id }),
  confirmation: (token: string) => publicPath('confirmation', { token }),
}

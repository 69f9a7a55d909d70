/** Every address of the app. A link is never written by hand. */
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
  login: '/login',
  requestPasswordReset: '/reset-password-request',
  resetPassword: '/reset-password',
  terms: '/terms',
  privacy: '/privacy',
  publicEvent: (event_id: string) => `/e/${encodeURIComponent(event_id)}`,
  signup: (event_id: string, shift_id: string) =>
    `/e/${encodeURIComponent(event_id)}/shifts/${encodeURIComponent(shift_id)}/signup`,
  confirmation: (token: string) => `/c/${encodeURIComponent(token)}`,
}

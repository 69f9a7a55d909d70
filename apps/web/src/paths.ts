import { currentOrganization } from './api/current-organization.ts'

export const screens = {
  shifts: '/',
  people: '/people',
  duplicates: '/people/duplicates',
  person: '/people/:personId',
  importPeople: '/people/import',
  events: '/events',
  newEvent: '/events/new',
  event: '/events/:eventId/:tab?',
  broadcast: '/events/:eventId/broadcast',
  eventLink: '/events/:eventId/link',
  reports: '/reports',
  hours: '/reports/hours',
  certificates: '/reports/certificates',
  lists: '/reports/lists',
  newOrganization: '/organizations/new',
  organizationSettings: '/organizations/settings',
  endOrganization: '/organizations/end',
  notices: '/organizations/notifications',
  apiKeys: '/organizations/api-keys',
  members: '/organizations/members',
  log: '/organizations/log',
  join: '/join/:token',
  account: '/account',
  security: '/account/security',
}

type CertificateFilter = {
  person_id?: string | undefined
  year?: number | undefined
  event_id?: string | undefined
  role_id?: string | undefined
  tag_id?: string | undefined
}

type EventPage = '' | '/shifts' | '/messages' | '/settings' | '/poster' | '/broadcast' | '/link'

/** Addresses of the desk. No link is written by hand, because those inside an organisation name it (D38). */
export const paths = {
  get shifts() {
    return inOrganization(screens.shifts)
  },
  shiftsOf: (event_id: string, shift_id?: string) =>
    inOrganization(screens.shifts, { event: event_id, ...(shift_id && { shift: shift_id }) }),
  get people() {
    return inOrganization(screens.people)
  },
  get duplicates() {
    return inOrganization(screens.duplicates)
  },
  /** Two entries, to be compared and merged (D60). */
  pair: (one: string, other: string) => inOrganization(screens.duplicates, { one, other }),
  get newPerson() {
    return inOrganization(screens.people, { add: '1' })
  },
  person: (person_id: string) => inOrganization(`${screens.people}/${encodeURIComponent(person_id)}`),
  /** Opens the person's form at the e-mail address. */
  correctEmail: (person_id: string) =>
    inOrganization(`${screens.people}/${encodeURIComponent(person_id)}`, { edit: 'email' }),
  get importPeople() {
    return inOrganization(screens.importPeople)
  },
  peopleFound: (text: string) => inOrganization(screens.people, { q: text }),
  get events() {
    return inOrganization(screens.events)
  },
  get newEvent() {
    return inOrganization(screens.newEvent)
  },
  /** A page of an event, by default its overview. */
  event: (event_id: string, page: EventPage = '', query: Record<string, string> = {}) =>
    inOrganization(`${screens.events}/${encodeURIComponent(event_id)}${page}`, query),
  get reports() {
    return inOrganization(screens.reports)
  },
  get scheduleChooser() {
    return inOrganization(screens.reports, { report: 'schedule' })
  },
  get hours() {
    return inOrganization(screens.hours)
  },
  get lists() {
    return inOrganization(screens.lists)
  },
  listsOf: (event_id: string) => inOrganization(screens.lists, { event: event_id }),
  /** Of one person, or of everybody whom the filter of the hours finds. */
  certificates: ({ person_id, year, event_id, role_id, tag_id }: CertificateFilter) =>
    inOrganization(screens.certificates, {
      ...(person_id && { person: person_id }),
      ...(year !== undefined && { year: String(year) }),
      ...(event_id && { event: event_id }),
      ...(role_id && { role: role_id }),
      ...(tag_id && { tag: tag_id }),
    }),
  /** `event_id` may be `all`, for all events. */
  schedule: (event_id: string) => inOrganization(screens.reports, { report: 'schedule', event: event_id }),
  get organizationSettings() {
    return inOrganization(screens.organizationSettings)
  },
  get endOrganization() {
    return inOrganization(screens.endOrganization)
  },
  get notices() {
    return inOrganization(screens.notices)
  },
  get apiKeys() {
    return inOrganization(screens.apiKeys)
  },
  get members() {
    return inOrganization(screens.members)
  },
  get log() {
    return inOrganization(screens.log)
  },
  logOf: (actor: string) => inOrganization(screens.log, { actor }),
  newOrganization: screens.newOrganization,
  account: screens.account,
  security: screens.security,
  securityBefore: (next: string) => `${screens.security}?${new URLSearchParams({ next })}`,
  login: '/login',
  loginBefore: (next: string) =>
    next === screens.shifts ? '/login' : `/login?${new URLSearchParams({ next })}`,
  requestPasswordReset: '/reset-password-request',
  resetPassword: '/reset-password',
}

export function searchInOrganization(
  query: Record<string, string> | URLSearchParams,
  organization_id = currentOrganization(),
): string {
  const search = new URLSearchParams(query)
  search.delete('org')
  if (organization_id !== null) search.set('org', organization_id)
  return String(search)
}

export function inOrganization(
  path: string,
  query: Record<string, string> = {},
  organization_id = currentOrganization(),
): string {
  const search = searchInOrganization(query, organization_id)
  return search === '' ? path : `${path}?${search}`
}

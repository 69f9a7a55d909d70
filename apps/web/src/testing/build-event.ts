import type { Event, Role } from '@muster/contract/events'
import type { Organization } from '@muster/contract/organizations'
import type { AssignmentStatus } from '@muster/contract/rules/assignment-status'
import { noCoverage } from '@muster/contract/rules/coverage'
import type { Question } from '@muster/contract/rules/questions'
import type { Assignment, Shift } from '@muster/contract/shifts'

let last = 0

export function buildId(): string {
  last += 1
  return `0197b0a0-0000-7000-8000-${String(last).padStart(12, '0')}`
}

export function buildOrganization(given: Partial<Organization> = {}): Organization {
  return {
    id: buildId(),
    name: 'Midsommarföreningen',
    time_zone: 'Europe/Stockholm',
    language: 'sv',
    country: 'SE',
    contact_email: 'kansli@midsommar.example',
    contact_phone: null,
    sms_sender: null,
    approved_sms_sender: null,
    sender_approved_for: null,
    color: null,
    logo_url: null,
    uses_child_team: true,
    second_factor: 'optional',
    paused_at: null,
    pause_reason: null,
    role: 'owner',
    version: 1,
    ...given,
  }
}

/** Builds an event in June 2199, so that it is always in the future. */
export function buildEvent(given: Partial<Event> = {}): Event {
  return {
    id: buildId(),
    name: 'Midsommar i parken',
    description: null,
    notes: null,
    location: 'Stadsparken, Lund',
    event_date_start: '2199-06-21T06:00:00.000Z',
    event_date_end: '2199-06-22T20:00:00.000Z',
    time_zone: 'Europe/Stockholm',
    public_names: 'full',
    reminder_sms: false,
    waiting_list: true,
    certificates: false,
    questions: [],
    swap: 'link',
    approval: 'none',
    max_shifts: null,
    min_rest_hours: null,
    late_signup: false,
    published: true,
    signup_opens_at: null,
    signup_closes_at: null,
    archived: false,
    link_key: 'key',
    free_unanswered: false,
    contact_email: null,
    contact_phone: null,
    cancel_until_hours: 24,
    reminder_hours: 24,
    coverage: noCoverage,
    people_count: 0,
    roles: [],
    version: 1,
    ...given,
  }
}

export function buildRole(given: Partial<Role> = {}): Role {
  return {
    id: buildId(),
    event_id: buildId(),
    name: 'Entrance',
    description: null,
    min_age: null,
    needs_tag: null,
    shift_count: 0,
    version: 1,
    ...given,
  }
}

/** D51 */
export function buildQuestion(label: string, given: Partial<Question> = {}): Question {
  return {
    id: buildId(),
    kind: 'text',
    label,
    options: [],
    required: false,
    role_ids: [],
    delete_after_event: false,
    ...given,
  }
}

export function buildEventWithRole(
  given: Partial<Event> = {},
  role_name = 'Entrance',
): Event & { roles: [Role] } {
  const event = buildEvent(given)
  return { ...event, roles: [buildRole({ event_id: event.id, name: role_name, shift_count: 1 })] }
}

export function buildShift(event: Event, role: Role, given: Partial<Shift> = {}): Shift {
  return {
    id: buildId(),
    role_id: role.id,
    role: { id: role.id, name: role.name, event: { id: event.id, name: event.name } },
    start_dt: '2199-06-21T06:00:00.000Z',
    end_dt: '2199-06-21T10:00:00.000Z',
    required_qty: 4,
    assignment: [],
    waiting: 0,
    meant_times: null,
    visibility: 'public',
    meeting_point: null,
    note: null,
    version: 1,
    ...given,
  }
}

export function buildAssignment(
  status: AssignmentStatus,
  name: { first_name: string; last_name: string; phone?: string | null },
  given: Partial<Assignment> = {},
): Assignment {
  const person_id = buildId()
  return {
    id: buildId(),
    shift_id: buildId(),
    person_id,
    status,
    person: { id: person_id, phone: '+46701740605', child_team: null, ...name },
    token_expires_at: '2199-06-01T00:00:00.000Z',
    ...given,
  }
}

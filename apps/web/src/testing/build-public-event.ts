import { type EventJoined, topics } from '@muster/contract/live'
import type { PublicEvent, PublicShift } from '@muster/contract/public-event'
import { answer } from './answers.ts'
import { buildId } from './build-event.ts'
import { buildPublicOrganization } from './build-public-organization.ts'
import { answerJoin } from './live-channel.ts'

type PublicRole = PublicEvent['roles'][number]

/** Builds an event in June 2199, so that it is always in the future, with one role and its shift. */
export function buildPublicEvent(given: Partial<PublicEvent> = {}): PublicEvent {
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
    waiting_list: true,
    late_signup: false,
    max_shifts: null,
    questions: [],
    signup_opens_at: null,
    signup_closes_at: null,
    archived: false,
    organization: buildPublicOrganization(),
    contact: { email: 'kansli@midsommar.example', phone: '+46 70 123 45 67' },
    as_of: '2199-06-01T00:00:00.000Z',
    roles: [buildPublicRole('Entrance', [buildPublicShift()])],
    ...given,
  }
}

export function buildPublicRole(
  name: string,
  shifts: PublicShift[],
  description: string | null = null,
): PublicRole {
  const id = buildId()
  return {
    id,
    name,
    description,
    min_age: null,
    asks_first: false,
    shifts: shifts.map((shift) => ({ ...shift, role_id: id })),
  }
}

/** Builds a shift that needs four people on Friday 08:00–12:00 (Stockholm). */
export function buildPublicShift(
  names: readonly string[] = [],
  given: Partial<PublicShift> = {},
): PublicShift {
  const required_qty = given.required_qty ?? 4
  return {
    id: buildId(),
    role_id: '',
    start_dt: '2199-06-21T06:00:00.000Z',
    end_dt: '2199-06-21T10:00:00.000Z',
    required_qty,
    spots_left: Math.max(0, required_qty - names.length),
    assigned_count: names.length,
    assigned_people: names.map(buildPublicPerson),
    ...given,
  }
}

export function buildPublicPerson(name: string): PublicShift['assigned_people'][number] {
  const [first_name = '', ...last] = name.split(' ')
  return { person_id: buildId(), first_name, last_name: last.join(' ') }
}

export function answerPublicEvent(event: PublicEvent, signing_up: Record<string, number> = {}): void {
  answer('events', 'getPublicEvent', event)
  const joined: EventJoined = {
    n: 0,
    as_of: event.as_of,
    shifts: event.roles
      .flatMap(({ shifts }) => shifts)
      .map((shift) => ({ ...shift, signing_up: signing_up[shift.id] ?? 0 })),
  }
  answerJoin(topics.event(event.id), joined)
}

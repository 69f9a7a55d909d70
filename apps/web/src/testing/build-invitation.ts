import type { Invitation } from '@muster/contract/personal-shift'
import { buildId } from './build-event.ts'
import { buildPublicOrganization } from './build-public-organization.ts'

export function buildInvitation(given: Partial<Invitation> = {}): Invitation {
  return {
    status: 'CONFIRMED',
    answer_by: '2199-06-15T12:00:00.000Z',
    person: { first_name: 'Björn' },
    messages_stopped: false,
    has_email: true,
    email_blocked: false,
    has_certificate: false,
    has_questions: false,
    reminder_hours: 24,
    gets_reminders: true,
    change: null,
    cancel_until: null,
    moved_from: null,
    confirm_by: null,
    freed_unanswered: false,
    offer_ended: null,
    gave_up: false,
    swap: null,
    handed_over: false,
    is_first_yes: false,
    waiting_list: true,
    organization: buildPublicOrganization(),
    contact: { email: 'kansli@midsommar.example', phone: '+46 70 123 45 67' },
    shift: {
      id: buildId(),
      start_dt: '2199-06-21T06:00:00.000Z',
      end_dt: '2199-06-21T10:00:00.000Z',
      meeting_point: null,
      note: null,
      spots_left: 2,
      role: {
        name: 'Entrance',
        description: 'Map: https://example.org/map',
        event: {
          id: buildId(),
          name: 'Midsommar i parken',
          location: 'Stadsparken, Lund',
          event_date_start: '2199-06-21T06:00:00.000Z',
          notes: null,
          time_zone: 'Europe/Stockholm',
        },
      },
    },
    other_shifts: [],
    ...given,
  }
}

import type { Message } from '@muster/contract/messages'
import type { Person } from '@muster/contract/people'
import { buildId } from './build-event.ts'

export function buildPerson(given: Partial<Person> = {}): Person {
  return {
    id: buildId(),
    first_name: 'Björn',
    last_name: 'af Ekenstam',
    email: 'bjorn.af.ekenstam@example.org',
    phone: '+46701740621',
    child_team: 'F14',
    notes: 'Kommer med buss från Dalby.',
    language: null,
    tags: [],
    version: 1,
    ...given,
  }
}

export function buildMessage(given: Partial<Message> = {}): Message {
  return {
    id: buildId(),
    direction: 'OUTBOUND',
    channel: 'SMS',
    subject: null,
    body_text: 'Kan du ta entrén fredag 12-16?',
    status: 'DELIVERED',
    failure_reason: null,
    sent_at: null,
    delivered_at: null,
    read_at: null,
    created_at: '2026-05-02T14:15:00.000Z',
    ...given,
  }
}

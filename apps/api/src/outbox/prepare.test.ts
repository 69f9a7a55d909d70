import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { buildProviders, deliverDue } from '../../test/outbox.ts'
import {
  buildAssignment,
  buildOrganization,
  buildPerson,
  buildShift,
  hoursAfter,
} from '../../test/planning.ts'
import { newId } from '../db/ids.ts'
import * as schema from '../db/schema.ts'
import { insertSuppression, type SuppressionReason } from './suppression.ts'

const NOW = '2026-06-01T10:00:00.000Z'

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
beforeEach(async () => {
  api.setNow(NOW)
  await api.deps.db.system((tx) => tx.delete(schema.message))
})
afterAll(() => api.close())

type Case = {
  template: 'confirmation' | 'invitation' | 'place_offered' | 'shift_cancelled' | 'custom_text'
  channel?: 'EMAIL' | 'SMS'
  /** Of the person on the shift that the message is about. */
  status?: 'CONFIRMED' | 'DECLINED' | 'INVITED'
  is_expired?: boolean
  is_over?: boolean
  is_deleted?: boolean
  suppressed?: SuppressionReason
  phone?: string
}

/** Of a satellite network. */
const COSTLY = '+881612345678'

/** When several things keep a message from being sent, which of them its sender reads. */
test.each<[string, Case, string]>([
  [
    'what is outdated, before the address',
    { template: 'place_offered', suppressed: 'hard_bounce' },
    'outdated',
  ],
  [
    'the address, before a place given up',
    { template: 'confirmation', status: 'DECLINED', suppressed: 'hard_bounce' },
    'bounced',
  ],
  [
    'the address, before the deadline',
    { template: 'invitation', is_expired: true, suppressed: 'stop' },
    'opted_out',
  ],
  [
    'a deleted person, before the address',
    { template: 'custom_text', is_deleted: true, suppressed: 'stop' },
    'person_deleted',
  ],
  [
    'a place given up, before a shift that is over',
    { template: 'confirmation', status: 'DECLINED', is_over: true },
    'off_shift',
  ],
  [
    'the deadline, before a shift that is over',
    { template: 'invitation', is_expired: true, is_over: true },
    'too_late',
  ],
  [
    'a shift that is over, before the price of the number',
    { template: 'shift_cancelled', channel: 'SMS', is_over: true, phone: COSTLY },
    'shift_over',
  ],
  [
    'the price of the number',
    { template: 'shift_cancelled', channel: 'SMS', phone: COSTLY },
    'number_not_allowed',
  ],
  [
    'of a deleted person, who is still told of a cancellation, the shift',
    { template: 'shift_cancelled', is_deleted: true, is_over: true },
    'shift_over',
  ],
])(
  'names %s',
  async (_, { template, channel = 'EMAIL', suppressed, phone = '+46701234567', ...given }, reason) => {
    const { id: organization_id } = await buildOrganization(api.deps)
    const shift = await buildShift(api.deps, {
      organization_id,
      start_dt: hoursAfter(NOW, 48),
      end_dt: hoursAfter(NOW, 50),
    })
    const person = await buildPerson(api.deps, { organization_id, phone })
    const token_expires_at = hoursAfter(NOW, given.is_expired ? -1 : 1)
    const { id } = await buildAssignment(api.deps, {
      shift,
      person,
      status: given.status ?? 'INVITED',
      token_expires_at,
    })
    const address = channel === 'SMS' ? phone : person.email
    if (suppressed) {
      await api.deps.db.system((tx) =>
        insertSuppression(tx, { organization_id, channel, address, reason: suppressed }),
      )
    }
    await api.deps.db.system((tx) =>
      tx.insert(schema.message).values({
        organization_id,
        id: newId(),
        person_id: given.is_deleted ? null : person.id,
        channel,
        template,
        payload: payloadOf(id, given.is_over ? -2 : 48),
        language: 'en',
        address,
      }),
    )
    await deliverDue(api.deps, buildProviders().providers)
    const [row] = await api.deps.db.system((tx) =>
      tx.select().from(schema.message).where(eq(schema.message.organization_id, organization_id)),
    )
    expect(row).toMatchObject({ status: 'FAILED', failure_reason: reason })
  },
)

/** Has what each of the kinds stores, and more. */
function payloadOf(assignment_id: string, starts_in: number) {
  const entry = {
    uid: 'uid',
    sequence: 0,
    stamp: NOW,
    start_dt: hoursAfter(NOW, starts_in),
    end_dt: hoursAfter(NOW, starts_in + 1),
    role_name: 'Kafé',
    role_description: null,
    event_id: newId(),
    event_name: 'Sommarfest',
    time_zone: 'Europe/Stockholm',
    location: null,
    organization_name: 'Brunnby IF',
    contact_email: null,
    contact_phone: null,
  }
  return {
    assignment_id,
    waiting_id: newId(),
    round: 1,
    first_name: 'Åsa',
    is_confirmed: false,
    answer_by: NOW,
    offer_expires_at: hoursAfter(NOW, 1),
    because: 'cancelled',
    text: 'Hej',
    message_id: newId(),
    organization_name: 'Brunnby IF',
    event_name: 'Sommarfest',
    entry,
    shifts: [{ is_confirmed: true, entry }],
  }
}

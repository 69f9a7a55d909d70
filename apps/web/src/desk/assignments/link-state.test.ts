import type { Assignment } from '@muster/contract/shifts'
import { expect, it } from 'vitest'
import { buildAssignment } from '../../testing/build-event.ts'
import { linkStateOf } from './link-state.ts'

const now = '2199-06-10T00:00:00.000Z'
const coming = '2199-06-20T00:00:00.000Z'
/** 30 days before `now`. */
const closing = '2199-05-11T00:00:00.000Z'
const sent = { invite_sent_at: '2199-05-01T00:00:00.000Z', token_expires_at: coming }

it.each<[string, Assignment['status'], Partial<Assignment>, string, string]>([
  ['never asked', 'INVITED', {}, coming, 'not_asked'],
  ['asked', 'INVITED', sent, coming, 'works'],
  ['asked, the time is over', 'INVITED', { ...sent, token_expires_at: now }, coming, 'expired'],
  ['confirmed after an invitation', 'CONFIRMED', { ...sent, token_expires_at: now }, coming, 'works'],
  ['signed up', 'CONFIRMED', { token_expires_at: now }, coming, 'unsure'],
  ['declined after an invitation', 'DECLINED', sent, coming, 'works'],
  ['29 days after the shift', 'CONFIRMED', sent, '2199-05-12T00:00:00.000Z', 'works'],
  ['30 days after the shift', 'CONFIRMED', sent, closing, 'expired'],
])('%s', (_case, status, given, end_dt, state) => {
  const assignment = buildAssignment(status, { first_name: 'Anna', last_name: 'Berg' }, given)
  expect(linkStateOf(assignment, { end_dt }, now)).toBe(state)
})

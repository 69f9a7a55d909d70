import type { Assignment } from '@muster/contract/shifts'
import { expect, it } from 'vitest'
import { buildAssignment, buildEventWithRole, buildShift } from '../../testing/build-event.ts'
import { nextStepOf } from './next-step.ts'

const event = buildEventWithRole()
const shift = buildShift(event, event.roles[0])
const now = '2199-06-10T00:00:00.000Z'
const sent = { invite_sent: true, invite_sent_at: '2199-06-08T00:00:00.000Z' }

it.each<[string, Assignment['status'], Partial<Assignment>, string | undefined]>([
  ['never asked', 'INVITED', {}, 'send_invite'],
  ['never asked, expired', 'INVITED', { token_expires_at: now }, 'send_invite'],
  ['asked, 48 h left', 'INVITED', { ...sent, token_expires_at: '2199-06-12T00:00:00.000Z' }, 'send_again'],
  ['asked, 47:59 left', 'INVITED', { ...sent, token_expires_at: '2199-06-11T23:59:00.000Z' }, 'extend'],
  ['asked, expired', 'INVITED', { ...sent, token_expires_at: now }, 'extend'],
  ['only the date', 'INVITED', { invite_sent_at: now, token_expires_at: now }, 'extend'],
  ['only the mark', 'INVITED', { invite_sent: true, token_expires_at: now }, 'extend'],
  ['confirmed', 'CONFIRMED', sent, undefined],
  ['declined', 'DECLINED', sent, undefined],
  ['absent', 'ABSENT', sent, undefined],
])('%s', (_case, status, given, step) => {
  const assignment = buildAssignment(status, { first_name: 'Anna', last_name: 'Berg' }, given)
  expect(nextStepOf(assignment, shift, now)).toBe(step)
})

it('has none when the shift is over, and no more time to give up to its start, then up to its end', () => {
  const anna = buildAssignment('INVITED', { first_name: 'Anna', last_name: 'Berg' }, sent)
  expect(nextStepOf(anna, shift, shift.end_dt)).toBeUndefined()
  const capped = { ...anna, token_expires_at: shift.start_dt }
  expect(nextStepOf(capped, shift, '2199-06-21T00:00:00.000Z')).toBe('send_again')
  expect(nextStepOf(capped, shift, shift.start_dt)).toBe('extend')
  expect(nextStepOf({ ...anna, token_expires_at: shift.end_dt }, shift, shift.start_dt)).toBe('send_again')
})

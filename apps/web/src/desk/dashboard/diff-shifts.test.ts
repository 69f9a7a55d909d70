import type { Shift } from '@muster/contract/shifts'
import { expect, it } from 'vitest'
import { buildAssignment, buildEventWithRole, buildShift } from '../../testing/build-event.ts'
import { diffShifts } from './diff-shifts.ts'

const now = '2199-05-01T00:00:00.000Z'
const event = buildEventWithRole()
const [role] = event.roles
const anna = buildAssignment('INVITED', { first_name: 'Anna', last_name: 'Berg' })
const maja = buildAssignment('CONFIRMED', { first_name: 'Maja', last_name: 'Ek' })
const shift = buildShift(event, role, { assignment: [anna] })

const yes = { ...anna, status: 'CONFIRMED' } as const
const sent = { ...anna, invite_sent_at: '2199-04-30T00:00:00.000Z' }

it.each<[what: string, after: Shift, change: object | undefined]>([
  ['an answer', { ...shift, assignment: [yes] }, { changed: [yes] }],
  ['somebody new', { ...shift, assignment: [anna, maja] }, { added: [maja] }],
  ['somebody who left', { ...shift, assignment: [] }, { gone: [anna] }],
  ['another number of places', { ...shift, required_qty: 5 }, {}],
  ['an invitation that was sent', { ...shift, assignment: [sent] }, {}],
  ['a new shift', buildShift(event, role), {}],
  ['no change', shift, undefined],
  ['only a new version', { ...shift, version: 2 }, undefined],
  ['another phone number', { ...shift, assignment: [{ ...anna, other_phone: '+46701234567' }] }, undefined],
])('finds %s', (_what, after, change) => {
  const found = change && { shift: after, added: [], changed: [], gone: [], ...change }
  expect(diffShifts([shift], [after], now)).toEqual(found ? [found] : [])
})

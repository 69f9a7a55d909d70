import { expect, it } from 'vitest'
import { buildAssignment, buildEventWithRole, buildShift } from '../../testing/build-event.ts'
import { countShifts } from '../shifts/group-shifts.ts'
import { daysOf, filterShifts, type ShiftFilter } from './filter-shifts.ts'

const timeZone = 'Europe/Stockholm'
const event = buildEventWithRole()
const [role] = event.roles
const anna = buildAssignment('INVITED', { first_name: 'Anna', last_name: 'Berg' })
const maja = buildAssignment('CONFIRMED', { first_name: 'Maja', last_name: 'Ek' })
const full = buildShift(event, role, { required_qty: 1, assignment: [maja] })
const covered = buildShift(event, role, { required_qty: 1, assignment: [anna] })
const gap = buildShift(event, role)
// 00:30 in Stockholm on the 22nd.
const night = buildShift(event, role, { start_dt: '2199-06-21T22:30:00Z', end_dt: '2199-06-22T02:00:00Z' })
const all = countShifts([night, covered, gap, full], '2199-06-01T00:00:00Z')

const none: ShiftFilter = {
  day: undefined,
  kind: undefined,
  role: undefined,
  query: '',
  kept: [],
  timeZone,
  countsPast: false,
}

it('knows the days by the zone of the event', () => {
  expect(daysOf(all, timeZone)).toEqual(['2199-06-21', '2199-06-22'])
})

it('finds a night shift on both of its days (D25)', () => {
  const [over] = countShifts(
    [buildShift(event, role, { start_dt: '2199-06-21T20:00:00Z', end_dt: '2199-06-22T04:00:00Z' })],
    '2199-06-01T00:00:00Z',
  )
  for (const day of ['2199-06-21', '2199-06-22']) {
    expect(filterShifts(over ? [over] : [], { ...none, day })).toHaveLength(1)
  }
})

it.each([
  ['everything', undefined, undefined, [], [night, covered, gap, full]],
  ['a day', '2199-06-22', undefined, [], [night]],
  ['where somebody is missing; an invitation covers', undefined, 'missing', [], [night, gap]],
  ['where somebody is missing on a day', '2199-06-21', 'missing', [], [gap]],
  ['what is not all confirmed; an invitation is no yes', undefined, 'unconfirmed', [], [night, covered, gap]],
  ['what is being worked on too', '2199-06-22', 'missing', [covered.id], [night, covered]],
] as const)('D37: shows %s', (_what, day, kind, kept, shown) => {
  const found = filterShifts(all, { ...none, day, kind, kept })
  expect(found.map(({ shift }) => shift)).toEqual(shown)
})

it('D37: counts no gap of what is over, until the event is', () => {
  const past = countShifts([gap], '2200-01-01T00:00:00Z')
  expect(filterShifts(past, { ...none, kind: 'missing' })).toEqual([])
  expect(filterShifts(past, { ...none, kind: 'missing', countsPast: true })).toEqual(past)
})

it.each([
  ['maja', [full]],
  ['EK MAJA', [full]],
  ['entra 08:00', [covered, gap, full]],
  ['00:30', [night]],
  ['maja entra', []],
])('finds a person, a role or a time: "%s"', (query, shown) => {
  expect(filterShifts(all, { ...none, query }).map(({ shift }) => shift)).toEqual(shown)
})

it('filters by role and by who is on the shift', () => {
  expect(filterShifts(all, { ...none, role: 'another' })).toEqual([])
  expect(filterShifts(all, { ...none, role: role.id })).toHaveLength(4)
  expect(filterShifts(all, { ...none, kind: 'not_asked' }).map(({ shift }) => shift)).toEqual([covered])
})

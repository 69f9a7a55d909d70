import { expect, it } from 'vitest'
import { buildEventWithRole, buildShift } from '../../testing/build-event.ts'
import { countShifts, groupByRole } from '../shifts/group-shifts.ts'
import { layTimeline } from './lay-timeline.ts'

const event = buildEventWithRole()
const [role] = event.roles

function lay(
  times: readonly [start: string, end: string][],
  timeZone = 'Europe/Stockholm',
  { day = times[0]?.[0].slice(0, 10) ?? '2199-06-21', room = 0 } = {},
) {
  const shifts = times.map(([start_dt, end_dt]) => buildShift(event, role, { start_dt, end_dt }))
  const now = '2199-06-01T00:00:00.000Z'
  return layTimeline(groupByRole(countShifts(shifts, now), event.roles), { day, timeZone, room })
}

const blocksOf = (laid: ReturnType<typeof lay>) =>
  laid?.lanes[0]?.blocks.map(({ from, to, row }) => [from, to, row])

it('begins and ends with a full hour, in columns of 15 minutes', () => {
  const laid = lay([
    ['2199-06-21T06:15:00Z', '2199-06-21T08:00:00Z'],
    ['2199-06-21T08:00:00Z', '2199-06-21T09:40:00Z'],
  ])
  expect(laid?.hours).toHaveLength(4)
  expect(laid?.columns).toBe(16)
  expect(blocksOf(laid)).toEqual([
    [2, 9, 1],
    [9, 16, 1],
  ])
})

it('counts hours by the clocks of the zone', () => {
  const laid = lay([['2199-06-21T06:30:00Z', '2199-06-21T07:30:00Z']], 'Asia/Kolkata')
  expect(laid?.hours).toHaveLength(1)
  expect(blocksOf(laid)).toEqual([[1, 5, 1]])
})

it('stacks what overlaps, and goes back up when there is room', () => {
  expect(
    blocksOf(
      lay([
        ['2199-06-21T06:00:00Z', '2199-06-21T08:00:00Z'],
        ['2199-06-21T07:00:00Z', '2199-06-21T09:00:00Z'],
        ['2199-06-21T08:00:00Z', '2199-06-21T09:00:00Z'],
      ]),
    ),
  ).toEqual([
    [1, 9, 1],
    [5, 13, 2],
    [9, 13, 1],
  ])
})

it('shows a night until its end, also when the clocks go back', () => {
  const laid = lay([['2026-10-24T20:00:00Z', '2026-10-25T04:00:00Z']])
  expect(laid?.hours).toHaveLength(8)
  expect(blocksOf(laid)).toEqual([[1, 33, 1]])
})

it('gives the shortest shift a column, and the longest two days', () => {
  expect(blocksOf(lay([['2199-06-21T06:00:00Z', '2199-06-21T06:05:00Z']]))).toEqual([[1, 2, 1]])
  const long = lay([['2020-01-01T00:00:00Z', '2199-01-01T00:00:00Z']])
  expect(long?.hours).toHaveLength(48)
  expect(blocksOf(long)).toEqual([[1, 193, 1]])
})

it('begins at midnight with a shift from the day before', () => {
  const laid = lay(
    [
      ['2199-06-20T20:00:00Z', '2199-06-21T04:00:00Z'],
      ['2199-06-21T06:00:00Z', '2199-06-21T08:00:00Z'],
    ],
    'Europe/Stockholm',
    { day: '2199-06-21' },
  )
  expect(laid?.hours).toHaveLength(10)
  expect(blocksOf(laid)).toEqual([
    [1, 25, 1],
    [33, 41, 1],
  ])
})

it('leaves room to drag a shift to, but not before midnight', () => {
  const room = 60 * 60_000
  const laid = lay([['2199-06-21T06:00:00Z', '2199-06-21T08:00:00Z']], 'Europe/Stockholm', { room })
  expect(blocksOf(laid)).toEqual([[5, 13, 1]])
  expect(laid?.columns).toBe(16)
  const night = lay([['2199-06-20T22:00:00Z', '2199-06-21T02:00:00Z']], 'Europe/Stockholm', {
    day: '2199-06-21',
    room,
  })
  expect(blocksOf(night)).toEqual([[1, 17, 1]])
})

it('stands a time that cannot be read', () => {
  expect(lay([['soon', '2199-06-21T04:00:00Z']], 'UTC', { day: 'Invalid Date' })).toBeUndefined()
  expect(lay([['2199-06-21T06:00:00Z', 'later']])?.hours).toHaveLength(1)
})

it('is nothing without shifts', () => {
  expect(lay([])).toBeUndefined()
})

import { expect, it } from 'vitest'
import { buildEventWithRole, buildShift } from '../../../testing/build-event.ts'
import { laySlots } from './lay-slots.ts'
import type { ListedSlot } from './use-chosen-slots.ts'

const event = buildEventWithRole()
const [role] = event.roles
const slot = (key: string, start: string, end: string, isOut = false): ListedSlot => ({
  key,
  slot: {
    role_id: role.id,
    required_qty: 3,
    day: '2199-06-21',
    start_dt: `2199-06-21T${start}:00.000Z`,
    end_dt: `2199-06-21T${end}:00.000Z`,
  },
  twin: undefined,
  isRepeated: false,
  isOverlapping: false,
  isDoubtful: false,
  isOut,
})

it('lays new and present shifts on the hours of a day, overlapping ones below each other', () => {
  const there = buildShift(event, role, {
    start_dt: '2199-06-21T10:00:00.000Z',
    end_dt: '2199-06-21T14:00:00.000Z',
    required_qty: 1,
  })
  const listed = [
    slot('a', '06:00', '10:00'),
    slot('b', '08:00', '12:00'),
    slot('out', '01:00', '02:00', true),
  ]
  const { hours, lanes } = laySlots(event, '2199-06-21', { listed, shifts: [there] })
  expect(hours).toHaveLength(8)
  expect(lanes).toEqual([
    {
      role_id: role.id,
      name: 'Entrance',
      rows: 2,
      blocks: [
        { key: 'a', needed: 3, isNew: true, left: 0, width: 50, row: 1 },
        { key: 'b', needed: 3, isNew: true, left: 25, width: 50, row: 2 },
        { key: there.id, needed: 1, isNew: false, left: 50, width: 50, row: 1 },
      ],
    },
  ])
})

it('shows a shift of the night before on the day that it touches', () => {
  const night = buildShift(event, role, {
    start_dt: '2199-06-20T20:00:00.000Z',
    end_dt: '2199-06-21T02:00:00.000Z',
  })
  expect(laySlots(event, '2199-06-21', { listed: [], shifts: [night] }).lanes).toHaveLength(1)
  expect(laySlots(event, '2199-06-22', { listed: [], shifts: [night] })).toEqual({ hours: [], lanes: [] })
})

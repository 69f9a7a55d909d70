import { describe, expect, it } from 'vitest'
import { fitsFilter, listChoices, readShiftFilter, writeShiftFilter } from './shift-filter.ts'

const ZONE = 'Europe/Stockholm'
const shift = (start_dt: string, role_id = 'bar', spots_left = 1) => ({ start_dt, role_id, spots_left })

const shifts = [
  shift('2026-11-28T08:00:00.000Z'),
  shift('2026-11-27T23:30:00.000Z', 'door'),
  shift('2026-11-27T12:00:00.000Z', 'door'),
]
const choices = listChoices(shifts, ZONE)
const read = (search: string) => readShiftFilter(new URLSearchParams(search), choices)

describe('what there is to choose from', () => {
  it('is the days in the event’s zone, the roles and the times of day that have shifts', () => {
    expect(choices).toEqual({
      days: ['2026-11-27', '2026-11-28'],
      roles: ['bar', 'door'],
      times: ['morning', 'afternoon', 'night'],
      free: false,
    })
  })

  it.each([
    { count: 12, free: false },
    { count: 13, free: true },
  ])('$count shifts: free only at first: $free', ({ count, free }) => {
    const many = Array.from({ length: count }, () => shift('2026-11-28T08:00:00.000Z'))
    expect(listChoices(many, ZONE).free).toBe(free)
  })
})

describe('a filter in an address', () => {
  it.each([
    '',
    'day=2026-11-27',
    'day=2026-11-27&day=2026-11-28&role=door&time=night&free=1&by=time',
    'role=bar',
  ])('"%s" is read and written again', (search) => {
    expect(writeShiftFilter(read(search), choices)).toBe(search)
  })

  it.each([
    'day=2026-11-26',
    'day=x&role=x&time=x&free=x&by=x',
    'time=evening',
    'free=0',
    'by=role',
    'utm_source=mail&day=',
  ])('"%s" is none: unknown values, and those that hold anyway, are ignored', (search) => {
    expect(writeShiftFilter(read(search), choices)).toBe('')
  })

  it('has one spelling, whatever the order and the repetitions', () => {
    const search = 'time=night&day=2026-11-28&day=2026-11-27&day=2026-11-28'
    expect(writeShiftFilter(read(search), choices)).toBe('day=2026-11-27&day=2026-11-28&time=night')
  })

  it('says so when full shifts are to be shown of many', () => {
    const many = { ...choices, free: true }
    expect(readShiftFilter(new URLSearchParams(), many).free).toBe(true)
    expect(writeShiftFilter(read('free=0'), many)).toBe('free=0')
  })
})

it.each([
  { wall: '04:59', time: 'night' },
  { wall: '05:00', time: 'morning' },
  { wall: '11:59', time: 'morning' },
  { wall: '12:00', time: 'afternoon' },
  { wall: '16:59', time: 'afternoon' },
  { wall: '17:00', time: 'evening' },
  { wall: '21:59', time: 'evening' },
  { wall: '22:00', time: 'night' },
] as const)('$wall is $time', ({ wall, time }) => {
  expect(fitsFilter(shift(`2026-11-28T${wall}:00.000Z`), { days: [], role: undefined, time }, 'UTC')).toBe(
    true,
  )
})

it.each([
  { search: '', fits: [true, true, true] },
  { search: 'day=2026-11-28', fits: [true, true, false] },
  { search: 'role=door', fits: [false, true, true] },
  { search: 'role=door&day=2026-11-28&time=night', fits: [false, true, false] },
])('"$search" leaves what fits all of it', ({ search, fits }) => {
  expect(shifts.map((each) => fitsFilter(each, read(search), ZONE))).toEqual(fits)
})

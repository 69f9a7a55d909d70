import type { Shift } from '@muster/contract/shifts'
import { describe, expect, it } from 'vitest'
import { buildAssignment, buildEventWithRole, buildShift } from '../../../testing/build-event.ts'
import { countShifts } from '../../shifts/group-shifts.ts'
import { coverByDay, mostPlaces } from './hourly-coverage.ts'

const ZONE = 'Europe/Stockholm'
const event = buildEventWithRole()
const cover = (shifts: readonly Shift[], zone = ZONE) =>
  coverByDay(countShifts(shifts, '2199-06-01T00:00:00.000Z'), zone)
const shiftAt = (start: string, end: string, given: Partial<Shift> = {}) =>
  buildShift(event, event.roles[0], {
    start_dt: `2199-06-${start}:00.000Z`,
    end_dt: `2199-06-${end}:00.000Z`,
    required_qty: 2,
    ...given,
  })
const figures = ({ confirmed, waiting, missing }: { confirmed: number; waiting: number; missing: number }) =>
  [confirmed, waiting, missing].join(' ')

describe('coverage by day', () => {
  it('has an hour for each that a shift touches, and empty ones between', () => {
    const assignment = [buildAssignment('CONFIRMED', { first_name: 'Åsa', last_name: 'Öberg' })]
    const [day] = cover([
      shiftAt('21T06:30', '21T08:15', { assignment }),
      shiftAt('21T08:00', '21T09:00'),
      shiftAt('21T10:00', '21T11:00'),
    ])
    expect(day?.day).toBe('2199-06-21')
    expect(day?.hours.map(figures)).toEqual(['1 0 1', '1 0 1', '1 0 3', '0 0 0', '0 0 2'])
    expect(day?.hours[0]?.at).toBe('2199-06-21T06:00:00.000Z')
    expect(mostPlaces(day ? [day] : [])).toBe(4)
  })

  it('keeps a night with the day of its start', () => {
    const days = cover([shiftAt('21T20:00', '22T01:00'), shiftAt('22T06:00', '22T07:00')])
    expect(days.map(({ day, hours }) => [day, hours.length])).toEqual([
      ['2199-06-21', 5],
      ['2199-06-22', 1],
    ])
    expect(days[0]?.coverage).toMatchObject({ needed: 2, missing: 2 })
  })

  it('begins at the full hour of a zone that is half an hour off', () => {
    const [day] = cover([shiftAt('21T06:30', '21T07:30')], 'Asia/Kolkata')
    expect(day?.hours.map(({ at }) => at)).toEqual(['2199-06-21T06:30:00.000Z'])
  })

  it('is empty without shifts', () => {
    expect(cover([])).toEqual([])
    expect(mostPlaces([])).toBe(1)
  })
})

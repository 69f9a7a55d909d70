import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  buildSlots,
  countSlots,
  isOtherLength,
  type SlotPattern,
  twinKey,
  unfittingStart,
} from './shift-slots.ts'
import { overlaps } from './time-conflict.ts'
import { instantToWall } from './zone.ts'

const zone = 'Europe/Stockholm'
const role = { role_id: 'cafe', required_qty: 3 }
const pattern: SlotPattern = {
  roles: [role],
  days: ['2026-12-12'],
  from: '08:00',
  to: '20:00',
  length: 120,
  every: 120,
}

const clocks = (given: Partial<SlotPattern>) =>
  buildSlots({ ...pattern, ...given }, zone).map(
    ({ start_dt, end_dt }) =>
      `${instantToWall(start_dt, zone).slice(5)}–${instantToWall(end_dt, zone).slice(11)}`,
  )

describe('buildSlots (D46)', () => {
  test.each([
    ['one after the other', { to: '12:00' }, ['12-12T08:00–10:00', '12-12T10:00–12:00']],
    ['with a break', { to: '12:00', length: 90 }, ['12-12T08:00–09:30', '12-12T10:00–11:30']],
    ['overlapping', { to: '11:00', every: 60 }, ['12-12T08:00–10:00', '12-12T09:00–11:00']],
    ['leaves out what does not fit', { to: '11:59' }, ['12-12T08:00–10:00']],
    [
      'an end at or before the start is on the next day',
      { from: '22:00', to: '02:00' },
      ['12-12T22:00–00:00', '12-13T00:00–02:00'],
    ],
    ['nothing fits', { to: '09:59' }, []],
  ])('%s', (_name, given, expected) => expect(clocks(given)).toEqual(expected))

  it('makes each for each role and day, with the number of the role', () => {
    const roles = [role, { role_id: 'door', required_qty: 4 }]
    const given = { ...pattern, roles, days: ['2026-12-12', '2026-12-13'] }
    const slots = buildSlots(given, zone)
    expect(slots).toHaveLength(24)
    expect(countSlots(given)).toBe(24)
    expect(slots.reduce((sum, { required_qty }) => sum + required_qty, 0)).toBe(84)
    expect(slots[6]).toEqual({
      role_id: 'door',
      required_qty: 4,
      day: '2026-12-12',
      start_dt: '2026-12-12T07:00:00.000Z',
      end_dt: '2026-12-12T09:00:00.000Z',
    })
  })

  it('belongs to the day of its start, after midnight too', () => {
    const [, late] = buildSlots({ ...pattern, from: '22:00', to: '02:00' }, zone)
    expect(late?.day).toBe('2026-12-13')
  })

  it('keeps the clock in the night in which it skips an hour, and leaves out what lies in it', () => {
    const night = { days: ['2027-03-28'], from: '01:00', to: '05:00', length: 60, every: 60 }
    expect(clocks(night)).toEqual(['03-28T01:00–03:00', '03-28T03:00–04:00', '03-28T04:00–05:00'])
    expect(clocks({ ...night, length: 90, every: 90 })).toEqual(['03-28T01:00–03:00', '03-28T03:00–04:00'])
  })

  it('names the lengths that a change of the clock makes', () => {
    const night = { ...pattern, days: ['2026-10-24'], from: '22:00', to: '06:00', length: 240, every: 240 }
    expect(buildSlots(night, zone).map((slot) => isOtherLength(slot, 240))).toEqual([false, true])
    expect(
      buildSlots({ ...night, days: ['2026-10-23'] }, zone).map((slot) => isOtherLength(slot, 240)),
    ).toEqual([false, false])
  })

  it('touches and never overlaps where one begins as the last one ends, in any night', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('2026-12-12', '2027-03-27', '2027-03-28', '2026-10-24', '2026-10-25'),
        fc.constantFrom(zone, 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC'),
        fc.integer({ min: 1, max: 16 }),
        fc.integer({ min: 0, max: 95 }),
        (day, timeZone, quarters, at) => {
          const from = new Date(at * 900_000).toISOString().slice(11, 16)
          const length = quarters * 15
          const slots = buildSlots(
            { ...pattern, days: [day], from, to: from, length, every: length },
            timeZone,
          )
          for (const [index, slot] of slots.entries()) {
            expect(slot.start_dt < slot.end_dt).toBe(true)
            const next = slots[index + 1]
            if (next) expect(next.start_dt).toBe(slot.end_dt)
          }
          expect(slots.some((a) => slots.some((b) => a !== b && overlaps(a, b)))).toBe(false)
          expect(new Set(slots.map(twinKey)).size).toBe(slots.length)
        },
      ),
    )
  })
})

test.each([
  ['fits', {}, undefined],
  ['the last one would end too late', { to: '19:00' }, '18:00'],
  ['a break at the end is none', { to: '18:30', length: 60 }, '18:00'],
  ['in the night', { from: '22:00', to: '01:00' }, '00:00'],
])('unfittingStart, %s', (_name, given, start) =>
  expect(unfittingStart({ ...pattern, ...given })).toBe(start),
)

test('twinKey compares instants, not spellings', () => {
  const slot = { role_id: 'cafe', start_dt: '2026-12-12T07:00:00.000Z', end_dt: '2026-12-12T09:00:00.000Z' }
  expect(twinKey(slot)).toBe(twinKey({ ...slot, start_dt: '2026-12-12T08:00:00+01:00' }))
  expect(twinKey(slot)).not.toBe(twinKey({ ...slot, role_id: 'door' }))
})

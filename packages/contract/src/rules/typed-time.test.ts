import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { clockOf, isHalfTyped, minutesOf, readTypedTime } from './typed-time.ts'

describe('readTypedTime', () => {
  test.each([
    ['8', '08:00'],
    ['08', '08:00'],
    ['20', '20:00'],
    ['0', '00:00'],
    ['830', '08:30'],
    ['0830', '08:30'],
    ['2030', '20:30'],
    ['8.30', '08:30'],
    ['8:30', '08:30'],
    [' 20:30 ', '20:30'],
    ['kl. 8', '08:00'],
    ['2359', '23:59'],
    ['', undefined],
    ['24', undefined],
    ['25', undefined],
    ['83', undefined],
    ['8:3', undefined],
    ['860', undefined],
    ['2360', undefined],
    ['8 pm', undefined],
    ['-8', undefined],
    ['20305', undefined],
  ])('%s is %s', (typed, clock) => expect(readTypedTime(typed)).toBe(clock))

  test.each([
    ['24', '00:00'],
    ['24:00', '00:00'],
    ['2400', '00:00'],
    ['24:01', undefined],
    ['20', '20:00'],
  ])('of an end, %s is %s', (typed, clock) => expect(readTypedTime(typed, { isEnd: true })).toBe(clock))

  it('reads every time in the spellings that people use', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1439 }), (minutes) => {
        const clock = clockOf(minutes)
        const short = clock.replace(/^0(?=\d:)/, '')
        for (const typed of [clock, short, clock.replace(':', '.'), clock.replace(':', '')])
          expect(readTypedTime(typed)).toBe(clock)
        expect(minutesOf(clock)).toBe(minutes)
      }),
    )
  })
})

test.each([
  ['8:', true],
  ['20.3', true],
  ['8', false],
  ['8:30', false],
  ['25:', false],
  ['', false],
])('isHalfTyped %s: %s', (typed, is) => expect(isHalfTyped(typed)).toBe(is))

test.each([
  [1440, '00:00'],
  [1455, '00:15'],
  [-15, '23:45'],
])('clockOf %i: %s', (minutes, clock) => expect(clockOf(minutes)).toBe(clock))

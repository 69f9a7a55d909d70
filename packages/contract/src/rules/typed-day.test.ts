import { describe, expect, it, test } from 'vitest'
import { readTypedDay } from './typed-day.ts'

const festival = ['2026-11-27', '2026-11-28'] as const

describe('readTypedDay', () => {
  test.each([
    '2026-11-27',
    '20261127',
    '27/11',
    '11/27',
    '27/11 2026',
    '27/11/2026',
    '27/11/26',
    '27.11.',
    '27.11.2026',
    '27-11-2026',
    '27 nov',
    '27 nov.',
    '27 november 2026',
    'Nov 27',
    'November 27th, 2026',
    'fre 27 nov',
    'Fri 27 Nov',
    'fredag 27:e november',
    'fredag',
    'FRI',
    '27',
  ])('%s', (typed) => expect(readTypedDay(typed, [...festival])).toEqual({ day: '2026-11-27' }))

  test.each([
    ['lör', '2026-11-28'],
    ['Lördag', '2026-11-28'],
    ['3 maj 2027', '2027-05-03'],
    ['29 nov', '2026-11-29'],
    ['28/2 2028', '2028-02-28'],
    ['29/2 2028', '2028-02-29'],
  ])('%s is %s', (typed, day) => expect(readTypedDay(typed, [...festival])).toEqual({ day }))

  test.each(['', 'soon', '31/2', '29/2 2027', '30', 'sön', '27 nov kl 8', '2026-13-01', '1/1 1026', 'ma'])(
    'cannot read "%s"',
    (typed) => expect(readTypedDay(typed, [...festival])).toEqual({ fault: 'unreadable' }),
  )

  test.each(['fre', '27'])('does not guess between two days: %s', (typed) =>
    expect(readTypedDay(typed, ['2026-11-27', '2026-12-04', '2026-12-27'])).toEqual({ fault: 'unreadable' }),
  )

  it('takes day before month, unless only the other is a day of the event', () => {
    expect(readTypedDay('5/6', ['2027-06-05'])).toEqual({ day: '2027-06-05' })
    expect(readTypedDay('6/5', ['2027-06-05'])).toEqual({ day: '2027-06-05' })
    expect(readTypedDay('6/5', ['2027-06-09'])).toEqual({ day: '2027-05-06' })
  })

  it('says that the weekday is another', () =>
    expect(readTypedDay('fre 28 nov', [...festival])).toEqual({ fault: 'wrong_weekday', day: '2026-11-28' }))
})

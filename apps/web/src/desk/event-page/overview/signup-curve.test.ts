import { describe, expect, it } from 'vitest'
import { curveOf, listTicks } from './signup-curve.ts'

const dates = { today: '2027-06-10', start: '2027-06-15', end: '2027-06-16' }

describe('the curve of sign-ups', () => {
  it('has every day, from the one before the first to today', () => {
    const curve = curveOf(
      [
        { day: '2027-06-07', confirmed: 2 },
        { day: '2027-06-09', confirmed: 3 },
      ],
      dates,
    )
    expect(curve).toEqual({
      days: [
        { day: '2027-06-06', confirmed: 0 },
        { day: '2027-06-07', confirmed: 2 },
        { day: '2027-06-08', confirmed: 2 },
        { day: '2027-06-09', confirmed: 3 },
        { day: '2027-06-10', confirmed: 3 },
      ],
      until: '2027-06-15',
      pace: undefined,
    })
  })

  it('ends with the event', () => {
    const curve = curveOf([{ day: '2027-06-15', confirmed: 2 }], { ...dates, today: '2027-07-01' })
    expect(curve?.days.at(-1)).toEqual({ day: '2027-06-16', confirmed: 2 })
    expect(curve?.until).toBe('2027-06-16')
  })

  it('is none without a sign-up', () => {
    expect(curveOf([], dates)).toBeUndefined()
    expect(curveOf([{ day: '2027-06-20', confirmed: 1 }], { ...dates, today: '2027-07-01' })).toBeUndefined()
  })

  it.each([
    { first: '2027-06-05', pace: undefined },
    { first: '2027-06-04', pace: { day: '2027-06-15', confirmed: 24 } },
  ])('with sign-ups since $first has the pace $pace', ({ first, pace }) => {
    expect(curveOf([{ day: first, confirmed: 14 }], dates)?.pace).toEqual(pace)
  })

  it('has a pace of the last seven days only, never below nobody, and none once the event has begun', () => {
    const old = [{ day: '2027-05-01', confirmed: 30 }]
    expect(curveOf([...old, { day: '2027-06-04', confirmed: 37 }], dates)?.pace?.confirmed).toBe(42)
    expect(curveOf([...old, { day: '2027-06-03', confirmed: 37 }], dates)?.pace?.confirmed).toBe(37)
    expect(curveOf([...old, { day: '2027-06-09', confirmed: 1 }], dates)?.pace?.confirmed).toBe(0)
    expect(curveOf(old, { ...dates, today: '2027-06-15' })?.pace).toBeUndefined()
  })
})

it.each([
  { top: 1, ticks: [0] },
  { top: 3, ticks: [0, 1, 2] },
  { top: 117, ticks: [0, 40, 80] },
  { top: 2608, ticks: [0, 1000, 2000] },
])('$top has the ticks $ticks', ({ top, ticks }) => {
  expect(listTicks(top)).toEqual(ticks)
})

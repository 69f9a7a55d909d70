import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from './instants.ts'
import {
  answerDeadline,
  capDeadline,
  DEFAULT_EXTENSION_DAYS,
  EXTENSION_DAYS,
  expiryBadge,
  extendDeadline,
  isExpired,
  linkCloses,
  linkOpenedSince,
  renewDeadline,
} from './invite-expiry.ts'

const now = '2026-07-01T12:00:00.000Z'

const shiftAt = (start_dt: string, end_dt: string) => ({ start_dt, end_dt })
const currentAt = (instant: string) => ({ uncapped_expires_at: instant, token_expires_at: instant })
const december = shiftAt('2026-12-01T08:00:00.000Z', '2026-12-01T10:00:00.000Z')

describe('answerDeadline (D18)', () => {
  it.each([
    { start_dt: '2026-07-20T10:00:00.000Z', deadline: '2026-07-08T12:00:00.000Z' },
    { start_dt: '2026-07-08T12:00:00.001Z', deadline: '2026-07-08T12:00:00.000Z' },
    { start_dt: '2026-07-08T11:59:59.999Z', deadline: '2026-07-08T11:59:59.999Z' },
    { start_dt: '2026-07-01T12:00:00.001Z', deadline: '2026-07-01T12:00:00.001Z' },
  ])('asked now for a shift that starts $start_dt: $deadline', ({ start_dt, deadline }) => {
    expect(answerDeadline(now, shiftAt(start_dt, '2026-08-01T00:00:00.000Z'))).toEqual({
      uncapped_expires_at: '2026-07-08T12:00:00.000Z',
      expiry_set_at: now,
      token_expires_at: deadline,
    })
  })

  it.each([now, '2026-07-01T11:00:00.000Z'])(
    'asked during a shift that started %s: until its end',
    (start) => {
      const end_dt = '2026-07-01T14:00:00.000Z'
      expect(answerDeadline(now, shiftAt(start, end_dt)).token_expires_at).toBe(end_dt)
    },
  )
})

describe('capDeadline (D18): after a shift has moved', () => {
  const asked = answerDeadline(now, shiftAt('2026-07-03T08:00:00.000Z', '2026-07-03T10:00:00.000Z'))
  const moves = [
    { name: 'earlier', start: '2026-07-02T08:00:00.000Z', until: '2026-07-02T08:00:00.000Z' },
    { name: 'later', start: '2026-07-06T08:00:00.000Z', until: '2026-07-06T08:00:00.000Z' },
    { name: 'a month later', start: '2026-08-03T08:00:00.000Z', until: '2026-07-08T12:00:00.000Z' },
    {
      name: 'to before the invitation',
      start: '2026-07-01T08:00:00.000Z',
      until: '2026-07-08T12:00:00.000Z',
    },
  ]

  it.each(moves)('$name', ({ start, until }) => {
    const shift = shiftAt(start, '2026-08-09T00:00:00.000Z')
    expect(capDeadline(asked, shift).token_expires_at).toBe(until)
  })

  it('does not depend on the moves before', () => {
    const visited = moves.reduce(
      (deadline, { start }) => capDeadline(deadline, shiftAt(start, '2026-08-09T00:00:00.000Z')),
      asked,
    )
    expect(capDeadline(visited, december)).toEqual(capDeadline(asked, december))
  })
})

describe('renewDeadline (D18)', () => {
  it.each([
    { name: 'revived', present: '2026-06-30T12:00:00.000Z', until: '2026-07-08T12:00:00.000Z' },
    { name: 'the same', present: '2026-07-08T12:00:00.000Z', until: '2026-07-08T12:00:00.000Z' },
    { name: 'not cut short', present: '2026-07-08T12:00:00.001Z', until: '2026-07-08T12:00:00.001Z' },
  ])('$name', ({ present, until }) => {
    expect(renewDeadline({ uncapped_expires_at: present, shift: december, now })).toEqual({
      uncapped_expires_at: until,
      expiry_set_at: now,
      token_expires_at: until,
    })
  })
})

describe('extendDeadline (D18)', () => {
  it.each([
    {
      name: 'from the present deadline',
      current: '2026-07-03T12:00:00.000Z',
      days: 7,
      until: '2026-07-10T12:00:00.000Z',
    },
    {
      name: 'from now when it is over',
      current: '2026-06-01T12:00:00.000Z',
      days: 7,
      until: '2026-07-08T12:00:00.000Z',
    },
    { name: 'ninety days', current: now, days: 90, until: '2026-09-29T12:00:00.000Z' },
    { name: 'not past the start', current: '2026-11-29T12:00:00.000Z', days: 90, until: december.start_dt },
  ] as const)('$name', ({ current, days, until }) => {
    const extended = extendDeadline({ now, current: currentAt(current), days, shift: december })
    expect(extended).toMatchObject({ token_expires_at: until })
  })

  it('counts from the deadline in force and never takes time away', () => {
    const current = {
      uncapped_expires_at: '2026-09-29T12:00:00.000Z',
      token_expires_at: '2026-07-03T08:00:00.000Z',
    }
    const shift = shiftAt('2026-07-03T08:00:00.000Z', '2026-07-03T10:00:00.000Z')
    expect(extendDeadline({ now, current, days: 7, shift })).toMatchObject({
      uncapped_expires_at: current.uncapped_expires_at,
    })
    expect(extendDeadline({ now, current: currentAt(shift.start_dt), days: 7, shift })).toMatchObject({
      uncapped_expires_at: '2026-07-10T08:00:00.000Z',
      token_expires_at: shift.start_dt,
    })
  })

  it('revives a link during the shift, until its end', () => {
    const shift = shiftAt('2026-07-01T11:00:00.000Z', '2026-07-01T14:00:00.000Z')
    expect(extendDeadline({ now, current: currentAt(shift.start_dt), days: 7, shift })).toMatchObject({
      token_expires_at: shift.end_dt,
    })
  })

  it('refuses from the end of the shift on', () => {
    const extend = (end: string) =>
      extendDeadline({
        now,
        current: currentAt(now),
        days: 7,
        shift: shiftAt('2026-06-30T08:00:00.000Z', end),
      })
    expect(extend(now)).toBe('shift_over')
    expect(extend('2026-06-30T10:00:00.000Z')).toBe('shift_over')
    expect(extend('2026-07-01T12:00:00.001Z')).toMatchObject({ token_expires_at: '2026-07-01T12:00:00.001Z' })
  })

  it('revives an expired link and never passes the shift', () => {
    const instant = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(
        instant,
        instant,
        instant,
        fc.integer({ min: 1, max: 10 * DAY_MS }),
        fc.constantFrom(...EXTENSION_DAYS),
        (at, deadline, start, length, days) => {
          const end = new Date(start.getTime() + length)
          const extended = extendDeadline({
            now: at.toISOString(),
            current: currentAt(deadline.toISOString()),
            days,
            shift: shiftAt(start.toISOString(), end.toISOString()),
          })
          if (extended === 'shift_over') {
            expect(end.getTime()).toBeLessThanOrEqual(at.getTime())
            return
          }
          expect(isExpired(extended.token_expires_at, at.toISOString())).toBe(false)
          expect(Date.parse(extended.token_expires_at)).toBeLessThanOrEqual(end.getTime())
        },
      ),
    )
  })

  it('offers 7, 30 and 90 days, 7 first', () => {
    expect(EXTENSION_DAYS).toEqual([7, 30, 90])
    expect(DEFAULT_EXTENSION_DAYS).toBe(7)
  })
})

describe('expiryBadge', () => {
  it.each([
    { expires: '2026-06-30T12:00:00.000Z', badge: { kind: 'expired' } },
    { expires: '2026-07-01T12:00:00.000Z', badge: { kind: 'expired' } },
    { expires: '2026-07-01T12:00:00.001Z', badge: { kind: 'hours', hours: 0, urgent: true } },
    { expires: '2026-07-01T13:00:00.000Z', badge: { kind: 'hours', hours: 1, urgent: true } },
    { expires: '2026-07-02T11:59:00.000Z', badge: { kind: 'hours', hours: 23, urgent: true } },
    { expires: '2026-07-02T12:00:00.000Z', badge: { kind: 'day', days: 1, hours: 0, urgent: true } },
    { expires: '2026-07-03T11:59:00.000Z', badge: { kind: 'day', days: 1, hours: 23, urgent: true } },
    { expires: '2026-07-03T12:00:00.000Z', badge: { kind: 'days', days: 2, hours: 0, urgent: false } },
    { expires: '2026-07-08T17:30:00.000Z', badge: { kind: 'days', days: 7, hours: 5, urgent: false } },
  ])('$expires', ({ expires, badge }) => {
    expect(expiryBadge(expires, now)).toEqual(badge)
    expect(isExpired(expires, now)).toBe(badge.kind === 'expired')
  })
})

describe('linkCloses (D18)', () => {
  it('is 30 days after the shift', () => {
    expect(linkCloses('2026-07-04T10:00:00.000Z')).toBe('2026-08-03T10:00:00.000Z')
  })
})

it('V2: what ended after it has answered links that are still open', () => {
  expect(linkCloses(linkOpenedSince(now))).toBe(now)
})

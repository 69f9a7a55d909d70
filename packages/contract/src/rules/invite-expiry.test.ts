import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  answerDeadline,
  DEFAULT_EXTENSION_DAYS,
  EXTENSION_DAYS,
  expiryBadge,
  extendDeadline,
  isExpired,
  linkCloses,
  renewDeadline,
} from './invite-expiry.ts'

const now = '2026-07-01T12:00:00.000Z'

describe('answerDeadline (D18)', () => {
  it.each([
    { shift_end: '2026-07-20T10:00:00.000Z', deadline: '2026-07-08T12:00:00.000Z' },
    { shift_end: '2026-07-08T12:00:00.001Z', deadline: '2026-07-08T12:00:00.000Z' },
    { shift_end: '2026-07-08T11:59:59.999Z', deadline: '2026-07-08T11:59:59.999Z' },
    { shift_end: '2026-07-02T10:00:00.000Z', deadline: '2026-07-02T10:00:00.000Z' },
  ])('asked now for a shift ending $shift_end: $deadline', ({ shift_end, deadline }) => {
    expect(answerDeadline(now, shift_end)).toBe(deadline)
  })
})

describe('renewDeadline (D18)', () => {
  const shift_end = '2026-12-01T10:00:00.000Z'

  it.each([
    { name: 'revived', present: '2026-06-30T12:00:00.000Z', until: '2026-07-08T12:00:00.000Z' },
    { name: 'the same', present: '2026-07-08T12:00:00.000Z', until: '2026-07-08T12:00:00.000Z' },
    { name: 'not cut short', present: '2026-07-08T12:00:00.001Z', until: '2026-07-08T12:00:00.001Z' },
  ])('$name', ({ present, until }) => {
    expect(renewDeadline({ token_expires_at: present, shift_end, now })).toBe(until)
  })
})

describe('extendDeadline (D18)', () => {
  const shift_end = '2026-12-01T10:00:00.000Z'

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
    { name: 'from now when there is none', current: null, days: 30, until: '2026-07-31T12:00:00.000Z' },
    { name: 'ninety days', current: now, days: 90, until: '2026-09-29T12:00:00.000Z' },
    { name: 'not past the shift', current: '2026-11-29T12:00:00.000Z', days: 90, until: shift_end },
  ] as const)('$name', ({ current, days, until }) => {
    expect(extendDeadline({ now, current, days, shift_end })).toEqual({ token_expires_at: until })
  })

  it('refuses from the end of the shift on', () => {
    const extend = (end: string) => extendDeadline({ now, current: null, days: 7, shift_end: end })
    expect(extend(now)).toBe('shift_over')
    expect(extend('2026-06-30T10:00:00.000Z')).toBe('shift_over')
    expect(extend('2026-07-01T12:00:00.001Z')).toEqual({ token_expires_at: '2026-07-01T12:00:00.001Z' })
  })

  it('revives an expired link and never passes the shift', () => {
    const instant = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(
        instant,
        instant,
        instant,
        fc.constantFrom(...EXTENSION_DAYS),
        (at, deadline, end, days) => {
          const extended = extendDeadline({
            now: at.toISOString(),
            current: deadline.toISOString(),
            days,
            shift_end: end.toISOString(),
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

import { describe, expect, it } from 'vitest'
import { hasStarted, isOver, phaseOf } from './shift-phase.ts'

const shift = { start_dt: '2026-07-04T08:00:00.000Z', end_dt: '2026-07-04T10:00:00.000Z' }

describe('phaseOf (D29)', () => {
  it.each([
    { now: '2026-07-04T07:59:59.999Z', phase: 'upcoming' },
    { now: '2026-07-04T08:00:00.000Z', phase: 'current' },
    { now: '2026-07-04T09:59:59.999Z', phase: 'current' },
    { now: '2026-07-04T10:00:00.000Z', phase: 'past' },
    { now: '2026-07-04T12:00:00.000+02:00', phase: 'past' },
  ] as const)('$now is $phase', ({ now, phase }) => {
    expect(phaseOf(shift, now)).toBe(phase)
    expect(hasStarted(shift, now)).toBe(phase !== 'upcoming')
    expect(isOver(shift, now)).toBe(phase === 'past')
  })
})

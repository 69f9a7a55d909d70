import { expect, it } from 'vitest'
import { dragSpan, STEP_MS } from './drag-block.ts'

const hours = (from: number, to: number) => ({ start: from * 4 * STEP_MS, end: to * 4 * STEP_MS })

it.each([
  ['move', 2, hours(8.5, 12.5)],
  ['move', -3, hours(7.25, 11.25)],
  ['copy', 16, hours(12, 16)],
  ['start', 4, hours(9, 12)],
  ['start', -4, hours(7, 12)],
  ['end', 4, hours(8, 13)],
  ['end', -4, hours(8, 11)],
  // A shift keeps at least one step.
  ['start', 40, hours(11.75, 12)],
  ['end', -40, hours(8, 8.25)],
] as const)('%s by %i steps', (mode, steps, span) => {
  expect(dragSpan(mode, hours(8, 12), steps)).toEqual(span)
})

it('makes a shift to either side of where the drag began', () => {
  const begun = { start: 0, end: STEP_MS }
  expect(dragSpan('new', begun, 3)).toEqual({ start: 0, end: 4 * STEP_MS })
  expect(dragSpan('new', begun, -3)).toEqual({ start: -3 * STEP_MS, end: STEP_MS })
})

it('keeps a shift that is shorter than a step as it is', () => {
  const short = { start: 0, end: STEP_MS / 3 }
  expect(dragSpan('end', short, -1)).toEqual(short)
  expect(dragSpan('start', short, 1)).toEqual(short)
})

it.each([
  { night: 'an hour is skipped', from: '2026-03-29T00:00:00Z', to: '2026-03-29T02:00:00.000Z' },
  { night: 'an hour is repeated', from: '2026-10-25T00:00:00Z', to: '2026-10-25T02:00:00.000Z' },
])('counts two hours as they pass in the night in which $night', ({ from, to }) => {
  const start = Date.parse(from)
  const moved = dragSpan('move', { start, end: start + 4 * STEP_MS }, 8)
  expect(new Date(moved.start).toISOString()).toBe(to)
  expect(moved.end - moved.start).toBe(4 * STEP_MS)
})

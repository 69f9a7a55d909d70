import { expect, it } from 'vitest'
import { defaultShiftTimes } from './default-shift.ts'

it('starts with the event and lasts two hours', () => {
  expect(defaultShiftTimes({ event_date_start: '2026-07-04T08:00:00.000Z' })).toEqual({
    start_dt: '2026-07-04T08:00:00.000Z',
    end_dt: '2026-07-04T10:00:00.000Z',
  })
})

it('lasts two hours of time in the night the clocks change', () => {
  expect(defaultShiftTimes({ event_date_start: '2026-03-29T00:30:00.000Z' })).toEqual({
    start_dt: '2026-03-29T00:30:00.000Z',
    end_dt: '2026-03-29T02:30:00.000Z',
  })
})

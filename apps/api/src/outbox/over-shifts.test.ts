import { expect, test } from 'vitest'
import { listAboutOverShifts } from './over-shifts.ts'

const NOW = '2026-06-20T12:00:00.000Z'
const message = (template: string, ...ends: string[]) => ({
  id: template,
  template,
  payload: { shifts: ends.map((end_dt) => ({ entry: { end_dt } })) },
})
const over = (...messages: ReturnType<typeof message>[]) => [...listAboutOverShifts(messages, NOW)]

test('names what is only about shifts that are over (O1)', () => {
  expect(
    over(message('invitation', NOW), message('place_freed', NOW), message('shift_cancelled', NOW)),
  ).toEqual(['invitation', 'place_freed', 'shift_cancelled'])
})

test('not what is also about a later one, about none, or an organiser’s own text', () => {
  const later = '2026-06-20T12:00:00.001Z'
  expect(
    over(message('invitation', NOW, later), message('confirmation'), message('custom_text', NOW)),
  ).toEqual([])
})

test('a reminder only if its shifts were still to come when it was written (D29)', () => {
  const upcoming = message('reminder', NOW)
  const past = { ...upcoming, payload: { ...upcoming.payload, is_about_past: true } }
  expect(over(upcoming)).toEqual(['reminder'])
  expect(over(past)).toEqual([])
})

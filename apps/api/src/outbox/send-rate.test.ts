import { expect, test } from 'vitest'
import { Pace } from './pace.ts'

function buildPace(per_second?: number) {
  let ms = 0
  const pace = new Pace({ clock: () => ms, ...(per_second && { per_second }) })
  return { pace, pass: (more: number) => (ms += more) }
}

test('a second’s worth at once, then as time passes', () => {
  const { pace, pass } = buildPace(10)
  expect(pace.take(25)).toBe(10)
  expect(pace.take(1)).toBe(0)
  expect(pace.wait()).toBe(100)
  pass(250)
  expect(pace.take(25)).toBe(2)
  pass(3_600_000)
  expect(pace.take(25)).toBe(10)
})

test('less than one a second', () => {
  const { pace, pass } = buildPace(0.5)
  expect(pace.take(5)).toBe(1)
  expect(pace.wait()).toBe(2_000)
  pass(2_000)
  expect(pace.take(5)).toBe(1)
})

test('what was not needed is still there; a new rate counts from now', () => {
  const { pace, pass } = buildPace(10)
  pace.take(10)
  pace.giveBack(4)
  expect(pace.take(10)).toBe(4)
  pace.perSecond = 5
  pass(1_000)
  expect(pace.take(10)).toBe(5)
})

test('without a rate everything, but for a pause the provider asks for', () => {
  const { pace, pass } = buildPace()
  expect(pace.take(100_000)).toBe(100_000)
  pace.pause(5_000)
  expect(pace.take(1)).toBe(0)
  expect(pace.wait()).toBe(5_000)
  pass(5_000)
  expect(pace.take(100_000)).toBe(100_000)
})

import { HOUR_MS } from '@muster/contract/rules/instants'
import { expect, test } from 'vitest'
import { SendRate } from './send-rate.ts'

function buildRate(per_second?: number) {
  let ms = 0
  const rate = new SendRate({ clock: () => ms, ...(per_second && { per_second }) })
  return { rate, pass: (more: number) => (ms += more) }
}

test('a second’s worth at once, then as time passes', () => {
  const { rate, pass } = buildRate(10)
  expect(rate.take(25)).toBe(10)
  expect(rate.take(1)).toBe(0)
  expect(rate.waitMs()).toBe(100)
  pass(250)
  expect(rate.take(25)).toBe(2)
  pass(HOUR_MS)
  expect(rate.take(25)).toBe(10)
})

test('less than one a second', () => {
  const { rate, pass } = buildRate(0.5)
  expect(rate.take(5)).toBe(1)
  expect(rate.waitMs()).toBe(2_000)
  pass(2_000)
  expect(rate.take(5)).toBe(1)
})

test('unused permits are kept; a new rate counts from now', () => {
  const { rate, pass } = buildRate(10)
  rate.take(10)
  rate.giveBack(4)
  expect(rate.take(10)).toBe(4)
  rate.perSecond = 5
  pass(1_000)
  expect(rate.take(10)).toBe(5)
})

test('without a rate everything, but for a pause the provider asks for', () => {
  const { rate, pass } = buildRate()
  expect(rate.take(100_000)).toBe(100_000)
  rate.pause(5_000)
  expect(rate.take(1)).toBe(0)
  expect(rate.waitMs()).toBe(5_000)
  pass(5_000)
  expect(rate.take(100_000)).toBe(100_000)
})

import { expect, it } from 'vitest'
import { perMinute, TokenBucket, TokenBuckets } from './token-bucket.ts'

it('lets a minute’s worth through at once, then what comes back', () => {
  const bucket = new TokenBucket(perMinute(120), 0)
  const waits = Array.from({ length: 121 }, () => bucket.take(0))
  expect(waits).toEqual([...Array.from({ length: 120 }, () => 0), 1])
  expect(bucket.take(499)).toBe(1)
  expect(bucket.take(500)).toBe(0)
})

it('takes several or none, and says when there will be enough', () => {
  const bucket = new TokenBucket({ capacity: 10, per_second: 2 }, 0)
  expect(bucket.take(0, 8)).toBe(0)
  expect(bucket.take(0, 8)).toBe(3)
  expect(bucket.take(0, 2)).toBe(0)
})

it('says how many are left', () => {
  const bucket = new TokenBucket({ capacity: 10, per_second: 2 }, 0)
  bucket.take(0, 8)
  expect([bucket.left(0), bucket.left(400), bucket.left(500)]).toEqual([2, 2, 3])
})

it('holds no more than it can, whatever is given back and however long it rests', () => {
  const bucket = new TokenBucket({ capacity: 5, per_second: 1 }, 0)
  bucket.giveBack(100)
  expect(bucket.take(0, 5)).toBe(0)
  expect(bucket.take(1_000_000, 6)).toBe(1)
})

it('takes nothing before a debt is paid', () => {
  const bucket = new TokenBucket({ capacity: 5, per_second: 1 }, 0)
  bucket.giveBack(-8)
  expect([bucket.left(0), bucket.take(0), bucket.take(4_000)]).toEqual([-3, 4, 0])
})

it('gives nothing for a clock that goes backwards', () => {
  const bucket = new TokenBucket({ capacity: 1, per_second: 1 }, 10_000)
  expect(bucket.take(10_000)).toBe(0)
  expect(bucket.take(0)).toBe(1)
})

it('has a bucket for each key', () => {
  const buckets = new TokenBuckets({ capacity: 1, per_second: 1 })
  const takes = ['a', 'b', 'a'].map((key) => buckets.of(key, 0).take(0))
  expect(takes).toEqual([0, 0, 1])
})

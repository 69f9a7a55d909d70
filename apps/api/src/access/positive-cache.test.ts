import { expect, test, vi } from 'vitest'
import { createPositiveCache } from './positive-cache.ts'

function start(answer: () => Promise<boolean>) {
  let ms = 1
  const source = vi.fn<(key: string) => Promise<boolean>>(answer)
  const cache = createPositiveCache({ ttl: 5_000, now: () => new Date(ms).toISOString(), source })
  return { ...cache, source, wait: (by: number) => (ms += by) }
}

test('true is asked for once in its time', async () => {
  const { ask, source, wait } = start(async () => true)
  await Promise.all([ask('a'), ask('a'), ask('a')])
  wait(4_999)
  expect(await ask('a')).toBe(true)
  expect(source).toHaveBeenCalledTimes(1)
  wait(1)
  await ask('a')
  await ask('b')
  expect(source).toHaveBeenCalledTimes(3)
})

test('false is asked for again, and so is a forgotten answer', async () => {
  let answer = false
  const { ask, forget, source } = start(async () => answer)
  expect(await ask('a')).toBe(false)
  answer = true
  expect(await ask('a')).toBe(true)
  answer = false
  expect(await ask('a')).toBe(true)
  forget('a')
  expect(await ask('a')).toBe(false)
  expect(source).toHaveBeenCalledTimes(3)
})

test('a failure is passed on and not cached', async () => {
  let fails = true
  const { ask } = start(async () => {
    if (fails) throw new Error('away')
    return true
  })
  await expect(ask('a')).rejects.toThrow('away')
  fails = false
  expect(await ask('a')).toBe(true)
})

test('an answer that is forgotten while it is asked for is not cached', async () => {
  const releases: ((answer: boolean) => void)[] = []
  const { ask, forget, source } = start(() => new Promise((resolve) => releases.push(resolve)))
  const early = ask('a')
  forget('a')
  releases[0]?.(true)
  expect(await early).toBe(true)
  const late = ask('a')
  releases[1]?.(false)
  expect(await late).toBe(false)
  expect(source).toHaveBeenCalledTimes(2)
})

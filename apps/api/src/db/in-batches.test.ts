import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { untilNone } from './in-batches.ts'

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())

const buildWork = () =>
  vi
    .fn(async () => 0)
    .mockResolvedValueOnce(1_000)
    .mockResolvedValueOnce(5)

test('until no rows are found, with a report after every batch', async () => {
  const onProgress = vi.fn(async () => undefined)
  const stopping = new AbortController().signal
  expect(await untilNone(api.deps, buildWork(), { stopping, onProgress })).toBe(1_005)
  expect(onProgress).toHaveBeenCalledTimes(2)
})

test('a worker that stops ends between two batches', async () => {
  const stopping = new AbortController()
  const work = buildWork()
  const onProgress = async () => stopping.abort()
  expect(await untilNone(api.deps, work, { stopping: stopping.signal, onProgress })).toBe(1_000)
  expect(work).toHaveBeenCalledOnce()
})

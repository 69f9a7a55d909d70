import { expect, test, vi } from 'vitest'
import type { Tx } from './client.ts'
import { untilNone } from './in-batches.ts'

const system = <T>(work: (tx: Tx) => Promise<T>) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no statement is run
  work({} as Tx)
const db = { system }
const buildWork = () =>
  vi
    .fn(async () => 0)
    .mockResolvedValueOnce(1_000)
    .mockResolvedValueOnce(5)

test('until no rows are found, with a report after every batch', async () => {
  const onProgress = vi.fn(async () => undefined)
  const stopping = new AbortController().signal
  expect(await untilNone({ db }, buildWork(), { stopping, onProgress })).toBe(1_005)
  expect(onProgress).toHaveBeenCalledTimes(2)
})

test('a worker that stops ends between two batches', async () => {
  const stopping = new AbortController()
  const work = buildWork()
  const onProgress = async () => stopping.abort()
  expect(await untilNone({ db }, work, { stopping: stopping.signal, onProgress })).toBe(1_000)
  expect(work).toHaveBeenCalledOnce()
})

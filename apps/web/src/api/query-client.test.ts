import { QueryObserver } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { CHANGES_NOTHING_SHOWN, queryClient } from './query-client.ts'

it.each([
  ['no answer came', new ApiError(0, { code: 'network' }), 2],
  ['none came to a proxy', new ApiError(504, { code: 'network' }), 2],
  ['it was refused', new ApiError(409, { code: 'shift_full' }), 1],
])('reads what is shown again after a write, when %s', async (_name, error, reads) => {
  const queryFn = vi.fn(() => Promise.resolve('shown'))
  const stop = new QueryObserver(queryClient, { queryKey: ['shown', error.status], queryFn }).subscribe(
    () => undefined,
  )
  await waitFor(() => expect(queryFn).toHaveBeenCalledTimes(1))
  const write = queryClient.getMutationCache().build(queryClient, { mutationFn: () => Promise.reject(error) })
  await expect(write.execute(undefined)).rejects.toBe(error)
  await Promise.resolve()
  expect(queryFn).toHaveBeenCalledTimes(reads)
  stop()
})

it.each([
  ['what is shown', 'before'],
  ['the first time', undefined],
])('does not show what a read says that began before a write, of %s', async (name, initialData) => {
  const reads: ((answer: string) => void)[] = []
  const queryKey = ['written', name]
  const observer = new QueryObserver(queryClient, {
    queryKey,
    queryFn: () => new Promise<string>((resolve) => reads.push(resolve)),
    staleTime: 0,
    ...(initialData && { initialData }),
  })
  onTestFinished(observer.subscribe(() => undefined))
  await waitFor(() => expect(reads).toHaveLength(1))
  const write = queryClient.getMutationCache().build(queryClient, {
    mutationFn: () => Promise.resolve('after'),
    onSuccess: (after: string) => queryClient.setQueryData(queryKey, after),
  })
  await write.execute(undefined)
  reads[0]?.('before')
  // More than two if a write of an earlier test fails at its time limit now, because that too begins reads anew.
  await waitFor(() => expect(reads.length).toBeGreaterThan(1))
  expect(observer.getCurrentResult().data).toBe('after')
  await waitFor(() => {
    reads.at(-1)?.('after')
    expect(observer.getCurrentResult().isFetching).toBe(false)
  })
  expect(observer.getCurrentResult().data).toBe('after')
})

it('goes on reading during a write that changes nothing shown', async () => {
  const queryFn = vi.fn(() => new Promise<string>(() => undefined))
  const stop = new QueryObserver(queryClient, { queryKey: ['going on'], queryFn }).subscribe(() => undefined)
  const write = queryClient.getMutationCache().build(queryClient, {
    mutationFn: () => Promise.resolve(),
    meta: CHANGES_NOTHING_SHOWN,
  })
  await write.execute(undefined)
  expect(queryFn).toHaveBeenCalledTimes(1)
  stop()
})

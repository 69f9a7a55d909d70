import { QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { queryClient } from './query-client.ts'

it.each([
  ['no answer came', new ApiError(0, { code: 'network' }), 2],
  ['it was refused', new ApiError(409, { code: 'shift_full' }), 1],
])('reads what is shown again after a write, when %s', async (_name, error, reads) => {
  const queryFn = vi.fn(() => Promise.resolve('shown'))
  const stop = new QueryObserver(queryClient, { queryKey: ['shown', reads], queryFn }).subscribe(
    () => undefined,
  )
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(1))
  const write = queryClient.getMutationCache().build(queryClient, { mutationFn: () => Promise.reject(error) })
  await expect(write.execute(undefined)).rejects.toBe(error)
  await Promise.resolve()
  expect(queryFn).toHaveBeenCalledTimes(reads)
  stop()
})

it('does not show what a read says that began before a write', async () => {
  const reads: ((answer: string) => void)[] = []
  const key = ['written']
  const observer = new QueryObserver(queryClient, {
    queryKey: key,
    queryFn: () => new Promise<string>((resolve) => reads.push(resolve)),
    initialData: 'before',
  })
  const stop = observer.subscribe(() => undefined)
  void observer.refetch()
  await vi.waitFor(() => expect(reads).toHaveLength(1))
  const write = queryClient.getMutationCache().build(queryClient, {
    mutationFn: () => Promise.resolve('after'),
    onSuccess: (after: string) => queryClient.setQueryData(key, after),
  })
  await write.execute(undefined)
  reads[0]?.('before')
  await vi.waitFor(() => expect(reads).toHaveLength(2))
  expect(observer.getCurrentResult().data).toBe('after')
  reads[1]?.('after')
  await vi.waitFor(() => expect(observer.getCurrentResult().isFetching).toBe(false))
  expect(observer.getCurrentResult().data).toBe('after')
  stop()
})

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

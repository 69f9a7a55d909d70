import { expect, it, vi } from 'vitest'
import { queryClient } from '../api/query-client.ts'

const onError = vi.fn()
let fail = (): void => undefined

const mutationFn = () =>
  new Promise<void>((_, reject) => {
    fail = () => reject(new Error('no answer'))
  })

it('a change that a test left pending', () => {
  const change = queryClient.getMutationCache().build(queryClient, { mutationFn, onError, retry: false })
  change.execute(undefined).catch(() => undefined)
  expect(change.state.status).toBe('pending')
})

it('fails without a trace in the next one', async () => {
  fail()
  await new Promise((done) => setTimeout(done))
  expect(onError).not.toHaveBeenCalled()
})

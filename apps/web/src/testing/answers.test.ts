import { expect, it, vi } from 'vitest'
import { dropLate, endAnswers } from './answers.ts'

it.each(['resolve', 'reject'] as const)('a call that ends after its test does not %s', async (how) => {
  let end = (): void => undefined
  const answer = new Promise<Response>((resolve, reject) => {
    end = () => (how === 'resolve' ? resolve(new Response()) : reject(new Error('no answer')))
  })
  const settled = vi.fn()
  dropLate(() => answer)('/').then(settled, settled)
  endAnswers()
  end()
  await new Promise((done) => setTimeout(done))
  expect(settled).not.toHaveBeenCalled()
})

import { expect, it, vi } from 'vitest'
import { dropLate, endAnswers } from './answers.ts'

it.each([
  { what: 'an answer', call: () => Promise.resolve(new Response()) },
  { what: 'a failure', call: () => Promise.reject(new Error('no connection')) },
])('$what after the end of its test is dropped', async ({ call }) => {
  const settled = vi.fn()
  dropLate(call)('/').then(settled, settled)
  endAnswers()
  await new Promise((done) => setTimeout(done))
  expect(settled).not.toHaveBeenCalled()
})

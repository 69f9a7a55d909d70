import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'

let complaints: MockInstance<(...parts: unknown[]) => void>

beforeEach(() => {
  complaints = vi.spyOn(console, 'error')
})

/** Whatever complains on the console (React, a driver, a deprecation) is a failure that nobody asserted. */
afterEach(() => {
  const calls = [...complaints.mock.calls]
  complaints.mockRestore()
  expect(calls, 'console.error was called').toEqual([])
})

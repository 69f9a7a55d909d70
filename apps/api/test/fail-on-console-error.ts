import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'

let complaints: MockInstance<(...parts: unknown[]) => void>

beforeEach(() => {
  complaints = vi.spyOn(console, 'error')
})

afterEach(() => {
  const calls = [...complaints.mock.calls]
  complaints.mockRestore()
  expect(calls, 'console.error was called').toEqual([])
})

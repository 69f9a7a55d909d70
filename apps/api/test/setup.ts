import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'
import { spyOnModules } from './spied-modules.ts'

spyOnModules()

let complaints: MockInstance<(...parts: unknown[]) => void>

beforeEach(() => {
  complaints = vi.spyOn(console, 'error')
})

afterEach(() => {
  const calls = [...complaints.mock.calls]
  complaints.mockRestore()
  vi.resetAllMocks()
  expect(calls, 'console.error was called').toEqual([])
})

import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, type MockInstance, vi } from 'vitest'
import { server } from './server.ts'

let consoleError: MockInstance | undefined

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  consoleError = vi.spyOn(console, 'error')
})

// What a browser's console would show in red is a failure, an unhandled request included.
afterEach(() => {
  cleanup()
  server.resetHandlers()
  expect(consoleError).not.toHaveBeenCalled()
})

afterAll(() => server.close())

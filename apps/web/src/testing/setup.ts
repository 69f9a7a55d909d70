import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, type MockInstance, vi } from 'vitest'
import { startLeaveGuard } from '../ui/hooks/use-leave-guard.ts'
import { server } from './server.ts'

// happy-dom's select has no `size`: react-hook-form would treat its value as chosen.
Object.defineProperty(HTMLSelectElement.prototype, 'size', { value: 0 })

// No test opens a socket: what the server would send is pushed by the test.
vi.mock('../live/connection.ts', () => import('./live-channel.ts'))

let consoleError: MockInstance | undefined

// Pages and forms are loaded when they are first shown, which a busy machine takes seconds for.
configure({ asyncUtilTimeout: 20_000 })

beforeAll(async () => {
  // Pages load them later, by imports that must find the stand-in ready.
  await import('../live/connection.ts')
  await import('../live/follow-event.ts')
  startLeaveGuard()
  server.listen({ onUnhandledRequest: 'error' })
})

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

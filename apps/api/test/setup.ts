import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'
import { takeLog } from './kept-log.ts'
import { spyOnModules } from './spied-modules.ts'

spyOnModules()

let complaints: MockInstance<(...parts: unknown[]) => void>

beforeEach(() => {
  complaints = vi.spyOn(console, 'error')
})

afterEach(({ task }) => {
  const log = takeLog()
  if (task.result?.state === 'fail') process.stderr.write(`What the API logged in "${task.name}":\n${log}`)
  const calls = [...complaints.mock.calls]
  complaints.mockRestore()
  vi.resetAllMocks()
  expect(calls, 'console.error was called').toEqual([])
})

import { afterEach, beforeEach, expect, vi } from 'vitest'
import { takeLog } from './kept-log.ts'
import { spyOnModules } from './spied-modules.ts'

spyOnModules()

const { error: logError } = console
let complaints: unknown[][] = []

beforeEach(() => {
  complaints = []
  // Not a spy, because Vitest keeps each until the process ends, and resets all of them after each test.
  const error = (...parts: unknown[]) => {
    complaints.push(parts)
    logError(...parts)
  }
  Object.assign(console, { error })
})

afterEach(({ task }) => {
  const log = takeLog()
  if (task.result?.state === 'fail') process.stderr.write(`What the API logged in "${task.name}":\n${log}`)
  Object.assign(console, { error: logError })
  vi.resetAllMocks()
  expect(complaints, 'console.error was called').toEqual([])
})

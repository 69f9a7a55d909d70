/* oxlint-disable no-console -- it is replaced, to see who uses it */
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { takeLog } from './kept-log.ts'
import { spyOnModules } from './spied-modules.ts'

spyOnModules()

const logError = console.error
let complaints: unknown[][] = []

beforeEach(() => {
  complaints = []
  // Not a spy: Vitest keeps each until the process ends, and resets all of them after each test.
  console.error = (...parts: unknown[]) => {
    complaints.push(parts)
    logError(...parts)
  }
})

afterEach(({ task }) => {
  const log = takeLog()
  if (task.result?.state === 'fail') process.stderr.write(`What the API logged in "${task.name}":\n${log}`)
  console.error = logError
  vi.resetAllMocks()
  expect(complaints, 'console.error was called').toEqual([])
})

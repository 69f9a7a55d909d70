import { expect, test } from 'vitest'
import { checkRoom, countProcesses } from './check-connections.ts'

const room = { max: 100, reserved: 3, used: 0 }

test.each([
  [20, 4],
  [22, 4],
  [23, 3],
  [94, 1],
])('with %i connections each the database has room for %i processes', (per_process, processes) => {
  expect(countProcesses(room, per_process)).toBe(processes)
})

test('a process that fits says nothing, one that may not is warned, one that cannot is stopped', () => {
  expect(checkRoom({ ...room, used: 76 }, 20)).toBeUndefined()
  expect(checkRoom({ ...room, used: 77 }, 20)).toMatch(
    /may open 21 connections and 20 of 97 are free.*4 such/,
  )
  expect(checkRoom(room, 94)).toBeUndefined()
  expect(() => checkRoom(room, 95)).toThrow('DATABASE_CONNECTIONS=95 needs 98 connections')
})

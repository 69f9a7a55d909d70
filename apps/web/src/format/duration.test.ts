import { expect, test } from 'vitest'
import { formatDuration } from './duration.ts'

test.each([
  [0, '0 min'],
  [45, '45 min'],
  [60, '1 h'],
  [135, '2 h 15 min'],
  [3000, '50 h'],
])('%i minutes: %s', (minutes, text) =>
  expect(formatDuration(minutes * 60_000).replaceAll('\u00a0', ' ')).toBe(text),
)

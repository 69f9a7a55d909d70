import { expect, test } from 'vitest'
import { signupStateOf } from './signup-window.ts'

const NOW = '2027-06-01T12:00:00.000Z'
const BEFORE = '2027-06-01T11:59:59.999Z'
const AFTER = '2027-06-01T12:00:00.001Z'

test.each([
  { opens: null, closes: null, state: 'open' },
  { opens: AFTER, closes: null, state: 'not_open' },
  { opens: NOW, closes: null, state: 'open' },
  { opens: null, closes: AFTER, state: 'open' },
  { opens: null, closes: NOW, state: 'closed' },
  { opens: BEFORE, closes: AFTER, state: 'open' },
  { opens: AFTER, closes: BEFORE, state: 'closed' },
])('opens $opens, closes $closes: $state', ({ opens, closes, state }) => {
  const window = { signup_opens_at: opens, signup_closes_at: closes }
  expect(signupStateOf({ ...window, archived: false }, NOW)).toBe(state)
  expect(signupStateOf({ ...window, archived: true }, NOW)).toBe('closed')
})

import { expect, it } from 'vitest'
import { isMobilePhone } from './mobile-phone.ts'

it.each([
  ['+46701234567', true],
  ['+46812345678', false],
  ['+4930123456', false],
  ['+4915112345678', true],
  // In North America a number does not tell.
  ['+12025550123', true],
  ['+358401234567', true],
])('%s may get SMS: %s', (phone, expected) => {
  expect(isMobilePhone(phone)).toBe(expected)
})

import { expect, test } from 'vitest'
import { rightOfKey } from './route-access.ts'

test('no key manages, and what a viewer sees a key sees with `read`', () => {
  expect(rightOfKey({ right: 'manage', keys: 'organization', led: false })).toBeUndefined()
  expect(rightOfKey({ right: 'view', keys: 'none', led: false })).toBeUndefined()
  expect(rightOfKey({ right: 'view', keys: 'event', led: false })).toBe('read')
  expect(rightOfKey({ right: 'mark', keys: 'event', led: true })).toBe('plan')
  expect(rightOfKey({ right: 'plan', keys: 'event', led: false })).toBe('plan')
})

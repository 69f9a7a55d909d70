import { expect, it } from 'vitest'
import { FollowedIds } from './followed-ids.ts'

it('an address follows at most 100,000 ids, until it leaves some', () => {
  const followed = new FollowedIds()
  const release = followed.hold('192.0.2.1', 500)
  followed.hold('192.0.2.1', 99_500)
  expect(() => followed.hold('192.0.2.1', 1)).toThrow(/^TooManyIds: /)
  followed.hold('192.0.2.2', 500)
  release()
  followed.hold('192.0.2.1', 500)
  expect(() => followed.hold('192.0.2.1', 1)).toThrow(/^TooManyIds: /)
})

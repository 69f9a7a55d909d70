import { expect, test } from 'vitest'
import { type InEvent, inEventStates, isInEvent } from './in-event.ts'

const counts = (some: Partial<InEvent>): InEvent => ({
  confirmed: 0,
  asked: 0,
  expired: 0,
  not_asked: 0,
  declined: 0,
  absent: 0,
  ...some,
})

test.each([
  [undefined, ['never_asked']],
  [counts({}), ['never_asked']],
  [counts({ not_asked: 2 }), ['never_asked']],
  [counts({ confirmed: 1 }), ['on_shift']],
  [counts({ confirmed: 1, not_asked: 1 }), ['on_shift']],
  [counts({ confirmed: 2, asked: 1 }), ['on_shift', 'unanswered']],
  [counts({ expired: 1 }), ['unanswered']],
  [counts({ declined: 1 }), []],
  [counts({ absent: 1 }), []],
])('%j is in %j', (some, states) => {
  expect(inEventStates.filter((state) => isInEvent(some, state))).toEqual(states)
})

import { expect, it } from 'vitest'
import { openPlaces } from './ask.ts'

const offer = { status: 'INVITED', ask_id: 'one', ask_places: 2 } as const
const yes = { ...offer, status: 'CONFIRMED' } as const
const others = [{ status: 'CONFIRMED' }, { ...yes, ask_id: 'other' }] as const

it.each([
  [[offer, offer, offer], 5, 2],
  [[offer, yes], 5, 1],
  [[offer, { ...yes, status: 'ABSENT' }], 5, 1],
  [[offer, yes, yes], 5, 0],
  [[offer, yes, yes, yes], 5, 0],
  [[offer, ...others], 1, 1],
  [[offer], 0, 0],
  [[offer], -1, 0],
  [others, 5, 0],
] as const)('%j with %d free: %d may say yes', (assignment, free, open) => {
  expect(openPlaces('one', assignment, free)).toBe(open)
})

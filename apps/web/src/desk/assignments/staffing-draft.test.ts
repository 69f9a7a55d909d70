import { expect, it } from 'vitest'
import { buildAssignment, buildEventWithRole, buildShift } from '../../testing/build-event.ts'
import { buildPerson } from '../../testing/build-person.ts'
import { isPending, pendingOf, withAdded, withoutAdded, withRemoved } from './staffing-draft.ts'

const event = buildEventWithRole()
const [role] = event.roles
const anna = buildPerson({ first_name: 'Anna', last_name: 'Berg' })
const maja = buildAssignment('CONFIRMED', { first_name: 'Maja', last_name: 'Ek' })
const zoe = buildAssignment('DECLINED', { first_name: 'Zoë', last_name: 'O’Brien' })
const shift = buildShift(event, role, { assignment: [maja, zoe] })
const nothing = pendingOf(undefined, shift)

it('begins with nothing, also where the draft is of another shift', () => {
  expect(isPending(nothing)).toBe(false)
  expect(isPending(pendingOf({ ...withAdded(nothing, anna), shift_id: 'other' }, shift))).toBe(false)
})

it('has a person once, and not any more when taken back', () => {
  const twice = withAdded(withAdded(nothing, anna), anna)
  expect(twice.add).toEqual([anna])
  expect(isPending(withoutAdded(twice, anna.id))).toBe(false)
})

it('drops only what has been done elsewhere meanwhile', () => {
  const draft = withRemoved(withAdded(nothing, anna), maja.id)
  expect(pendingOf(draft, shift)).toEqual(draft)
  const signedUp = { ...maja, id: 'new', person_id: anna.id }
  expect(pendingOf(draft, { ...shift, assignment: [maja, signedUp] })).toMatchObject({
    add: [],
    remove: [maja.id],
  })
  expect(pendingOf(draft, { ...shift, assignment: [] })).toMatchObject({ add: [anna], remove: [] })
})

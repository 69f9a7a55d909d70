import { describe, expect, it } from 'vitest'
import { buildAssignment, buildEventWithRole, buildShift } from '../../testing/build-event.ts'
import { groupNames } from './group-names.ts'

const event = buildEventWithRole()
const now = '2199-05-01T10:00:00.000Z'
const sent = { invite_sent_at: '2199-04-28T10:00:00.000Z' }
const name = { first_name: 'Maja', last_name: 'Ek' }
const coming = () => buildAssignment('CONFIRMED', name)
const asked = () => buildAssignment('INVITED', name, sent)
const expired = () =>
  buildAssignment('INVITED', name, { ...sent, token_expires_at: '2199-04-30T00:00:00.000Z' })
const not_asked = () => buildAssignment('INVITED', name)

describe('the names of a row', () => {
  it.each([
    { waiting: [], named: 4, more: 2 },
    { waiting: [asked()], named: 3, more: 3 },
    { waiting: [asked(), expired()], named: 2, more: 4 },
    { waiting: [asked(), not_asked(), expired()], named: 1, more: 5 },
  ])('give way to $waiting.length states that wait: $named of 6 confirmed', ({ waiting, named, more }) => {
    const shift = buildShift(event, event.roles[0], {
      assignment: [...Array.from({ length: 6 }, coming), ...waiting],
    })
    const [confirmed, ...others] = groupNames(shift, now)
    expect(confirmed).toMatchObject({ kind: 'confirmed', more })
    expect(confirmed?.people).toHaveLength(named)
    expect(others).toHaveLength(waiting.length)
  })
})

import type { AssignmentStatus } from '@muster/contract/rules/assignment-status'
import { expect, it } from 'vitest'
import { fullName } from '../../format/names.ts'
import { buildAssignment, buildEventWithRole, buildShift } from '../../testing/build-event.ts'
import { buildPerson } from '../../testing/build-person.ts'
import { candidateOf, findByName, indexNames, shiftsByPerson } from './find-candidates.ts'
import { pendingOf, withAdded } from './staffing-draft.ts'

const event = buildEventWithRole()
const [role] = event.roles
const shift = buildShift(event, role)
const draft = pendingOf(undefined, shift)
const asa = buildPerson({ first_name: 'Åsa', last_name: 'Öberg' })

/** Builds a shift of another event, to which Åsa is assigned. */
function buildOther(start_dt: string, end_dt: string, status: AssignmentStatus) {
  const elsewhere = buildEventWithRole({ name: 'Vinterfest' }, 'Kitchen')
  const assignment = { ...buildAssignment(status, asa), person_id: asa.id }
  return buildShift(elsewhere, elsewhere.roles[0], { start_dt, end_dt, assignment: [assignment] })
}

it.each([
  ['asa', ['Åsa Öberg']],
  ['ÖBERG Å', ['Åsa Öberg']],
  ['A\u030asa', ['Åsa Öberg']],
  ['e', ['Åsa Öberg', 'Maja Ek']],
  ['bjorn', []],
  ['', ['Åsa Öberg', 'Maja Ek']],
])('finds by first and last name alone: "%s"', (typed, names) => {
  const people = [buildPerson({ first_name: 'Maja', last_name: 'Ek' }), asa]
  expect(findByName(indexNames(people, 'en'), typed).map(fullName).toSorted()).toEqual(names.toSorted())
})

it.each([
  ['Björn Ek', ['Björn Ek', 'Bjorn Ek', 'Björn Ekman', 'Torbjörn Ek']],
  ['bjorn  ek\n', ['Bjorn Ek', 'Björn Ek', 'Björn Ekman', 'Torbjörn Ek']],
])('puts whose whole name it is first: %j', (typed, names) => {
  const people = ['Björn Ekman', 'Bjorn Ek', 'Torbjörn Ek', 'Björn Ek'].map((name) => {
    const [first_name = '', last_name = ''] = name.split(' ')
    return buildPerson({ first_name, last_name })
  })
  expect(findByName(indexNames(people, 'sv'), typed).map(fullName)).toEqual(names)
})

it.each([
  ['INVITED', '09:00', '11:00', 'busy'],
  ['CONFIRMED', '05:00', '06:01', 'busy'],
  ['CONFIRMED', '04:00', '06:00', undefined],
  ['CONFIRMED', '10:00', '12:00', undefined],
  ['DECLINED', '09:00', '11:00', undefined],
  ['ABSENT', '09:00', '11:00', undefined],
] as const)('knows who is busy elsewhere: %s %s–%s', (status, start, end, kind) => {
  const other = buildOther(`2199-06-21T${start}:00.000Z`, `2199-06-21T${end}:00.000Z`, status)
  const found = candidateOf(asa, { shift, draft, shiftsOf: shiftsByPerson([shift, other]) })
  expect(found.hindrance?.kind).toBe(kind)
})

it('counts the other shifts where a person is expected', () => {
  const days = ['2199-06-22', '2199-06-23', '2199-06-24'] as const
  const statuses = ['INVITED', 'CONFIRMED', 'DECLINED'] as const
  const others = days.map((day, index) =>
    buildOther(`${day}T08:00:00Z`, `${day}T09:00:00Z`, statuses[index] ?? 'DECLINED'),
  )
  const here = { ...shift, assignment: [{ ...buildAssignment('CONFIRMED', asa), person_id: asa.id }] }
  expect(candidateOf(asa, { shift: here, draft, shiftsOf: shiftsByPerson([here, ...others]) })).toEqual({
    person: asa,
    hindrance: { kind: 'already' },
    others: 2,
  })
})

it('offers nobody twice', () => {
  const picked = candidateOf(asa, { shift, draft: withAdded(draft, asa), shiftsOf: new Map() })
  expect(picked.hindrance).toEqual({ kind: 'picked' })
})

import type { AssignmentStatus } from '@muster/contract/rules/assignment-status'
import { HOUR_MS } from '@muster/contract/rules/instants'
import { expect, it } from 'vitest'
import { fullName } from '../../format/names.ts'
import { buildAssignment, buildEventWithRole, buildShift } from '../../testing/build-event.ts'
import { buildPerson } from '../../testing/build-person.ts'
import {
  candidateOf,
  chosenByEnter,
  findPeople,
  indexNames,
  shiftsByPerson,
  sortCandidates,
} from './find-candidates.ts'
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
])('finds by first and last name: "%s"', (typed, names) => {
  const people = [buildPerson({ first_name: 'Maja', last_name: 'Ek' }), asa]
  expect(
    findPeople(indexNames(people, 'en'), typed)
      .map(({ person }) => fullName(person))
      .toSorted(),
  ).toEqual(names.toSorted())
})

it.each([
  ['Björn Ek', ['Björn Ek', 'Bjorn Ek', 'Björn Ekman', 'Torbjörn Ek']],
  ['bjorn  ek\n', ['Bjorn Ek', 'Björn Ek', 'Björn Ekman', 'Torbjörn Ek']],
])('puts whose whole name it is first: %j', (typed, names) => {
  const people = ['Björn Ekman', 'Bjorn Ek', 'Torbjörn Ek', 'Björn Ek'].map((name) => {
    const [first_name = '', last_name = ''] = name.split(' ')
    return buildPerson({ first_name, last_name })
  })
  expect(findPeople(indexNames(people, 'sv'), typed).map(({ person }) => fullName(person))).toEqual(names)
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
  const found = candidateOf(
    { person: asa, kind: 'exact' },
    { event, shift, draft, shiftsOf: shiftsByPerson([shift, other]) },
  )
  expect(found.hindrance?.kind).toBe(kind)
})

it('counts the other shifts where a person is expected', () => {
  const days = ['2199-06-22', '2199-06-23', '2199-06-24'] as const
  const statuses = ['INVITED', 'CONFIRMED', 'DECLINED'] as const
  const others = days.map((day, index) =>
    buildOther(`${day}T08:00:00Z`, `${day}T09:00:00Z`, statuses[index] ?? 'DECLINED'),
  )
  const here = { ...shift, assignment: [{ ...buildAssignment('CONFIRMED', asa), person_id: asa.id }] }
  expect(
    candidateOf(
      { person: asa, kind: 'exact' },
      { event, shift: here, draft, shiftsOf: shiftsByPerson([here, ...others]) },
    ),
  ).toEqual({
    person: asa,
    kind: 'exact',
    hindrance: { kind: 'already' },
    others: 2,
    short_rest: undefined,
  })
})

it('offers nobody twice', () => {
  const picked = candidateOf(
    { person: asa, kind: 'exact' },
    { event, shift, draft: withAdded(draft, asa), shiftsOf: new Map() },
  )
  expect(picked.hindrance).toEqual({ kind: 'picked' })
})

const named = (name: string, given = {}) => {
  const [first_name = '', ...last] = name.split(' ')
  return buildPerson({ first_name, last_name: last.join(' '), ...given })
}

/** Whom Enter adds of these people. */
function enter(typed: string, people: ReturnType<typeof named>[], busy: readonly string[] = []) {
  const others = people
    .filter((person) => busy.includes(fullName(person)))
    .map((person) =>
      buildShift(event, role, {
        assignment: [{ ...buildAssignment('CONFIRMED', person), person_id: person.id }],
      }),
    )
  const shiftsOf = shiftsByPerson(others)
  const found = findPeople(indexNames(people, 'sv'), typed).map((match) =>
    candidateOf(match, { event, shift, draft, shiftsOf }),
  )
  const chosen = chosenByEnter(sortCandidates(found), typed)
  return chosen && fullName(chosen.person)
}

const directory = ['Björn af Ekenstam', 'Hans-Erik Lund', 'Johan Ek', 'Nathan Ek', 'Björn Ekman'].map(
  (name) => named(name),
)

it.each([
  ['', undefined],
  ['Björn Ek', undefined],
  ['Björn af Ekenstam', 'Björn af Ekenstam'],
  ['ekman bjorn', 'Björn Ekman'],
  ['han', 'Hans-Erik Lund'],
  ['athan', undefined],
  ['Hans Lund', undefined],
  ['Hanna', undefined],
])('Enter adds only whom "%s" names: %s', (typed, chosen) => {
  expect(enter(typed, directory)).toBe(chosen)
})

it('Enter adds Björn Ek, not another Björn whose name begins alike', () => {
  expect(enter('Björn Ek', [...directory, named('Björn Ek')])).toBe('Björn Ek')
  expect(enter('Björn Ek', [named('Björn Ek'), ...directory], ['Björn Ek'])).toBeUndefined()
})

it('Enter adds nobody who is busy, but somebody free whose name begins as well', () => {
  const people = [named('Hanna Nordin'), named('Hans-Erik Lund')]
  expect(enter('han', people, ['Hanna Nordin'])).toBe('Hans-Erik Lund')
  expect(enter('hanna', people, ['Hanna Nordin'])).toBeUndefined()
})

it.each(['070-174 06 05', '+46701740605', 'maja@example.org', 'MAJA@example.org'])(
  'finds by a whole number or address: %s',
  (typed) => {
    const maja = named('Maja Ek', { phone: '+46701740605', email: 'maja@example.org' })
    expect(enter(typed, [...directory, maja])).toBe('Maja Ek')
  },
)

it('knows whose rest would be short, of shifts of the event only (D50)', () => {
  const at = { start_dt: '2199-06-21T13:00:00.000Z', end_dt: '2199-06-21T15:00:00.000Z' }
  const assignment = [{ ...buildAssignment('CONFIRMED', asa), person_id: asa.id }]
  const own = buildShift(event, role, { ...at, assignment })
  const restOf = (other: typeof own, min_rest_hours: number | null) =>
    candidateOf(
      { person: asa, kind: 'exact' },
      { event: { ...event, min_rest_hours }, shift, draft, shiftsOf: shiftsByPerson([shift, other]) },
    ).short_rest?.rest_ms
  expect(restOf(own, 4)).toBe(3 * HOUR_MS)
  expect(restOf(own, 3)).toBeUndefined()
  expect(restOf(own, null)).toBeUndefined()
  expect(restOf(buildOther(at.start_dt, at.end_dt, 'CONFIRMED'), 4)).toBeUndefined()
})

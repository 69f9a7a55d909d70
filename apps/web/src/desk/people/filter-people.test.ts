import { expect, it } from 'vitest'
import { buildPerson } from '../../testing/build-person.ts'
import { filterPeople, sortPeople } from './filter-people.ts'
import { listLetters } from './letters.ts'

const counts = { confirmed: 0, asked: 0, expired: 0, not_asked: 0, declined: 0, absent: 0 }
const people = [
  {
    ...buildPerson({ first_name: 'Åsa', last_name: 'Berg', tags: ['Kök'] }),
    in_event: { ...counts, asked: 1 },
  },
  { ...buildPerson({ first_name: 'Ärla', last_name: 'Åberg', email: null }), planned_minutes: 90 },
  {
    ...buildPerson({ first_name: 'Zoë', last_name: 'Ek', phone: '+468123456' }),
    in_event: { ...counts, confirmed: 1 },
    planned_minutes: 120,
  },
  buildPerson({ first_name: 'Adam', last_name: 'Öhr', phone: null }),
]
const names = (found: readonly { first_name: string }[]) => found.map(({ first_name }) => first_name)
const isLandline = (phone: string) => phone === '+468123456'

it.each([
  [{}, ['Åsa', 'Ärla', 'Zoë', 'Adam']],
  [{ show: 'on_shift' }, ['Zoë']],
  [{ show: 'unanswered' }, ['Åsa']],
  [{ show: 'never_asked' }, ['Ärla', 'Adam']],
  [{ tag: 'KÖK' }, ['Åsa']],
  [{ reach: 'no_email' }, ['Ärla']],
  [{ reach: 'landline' }, ['Zoë']],
  [{ show: 'on_shift', tag: 'Kök' }, []],
] as const)('finds by %j', (filters, found) => {
  expect(names(filterPeople(people, filters, isLandline))).toEqual(found)
})

it.each([
  ['first', 'sv', ['Adam', 'Zoë', 'Åsa', 'Ärla']],
  ['first', 'en', ['Adam', 'Ärla', 'Åsa', 'Zoë']],
  ['last', 'sv', ['Åsa', 'Zoë', 'Ärla', 'Adam']],
  ['last', 'en', ['Ärla', 'Åsa', 'Zoë', 'Adam']],
  ['hours', 'sv', ['Zoë', 'Ärla', 'Adam', 'Åsa']],
] as const)('sorts by %s by the alphabet of the page (%s)', (sort, language, sorted) => {
  expect(names(sortPeople(people, sort, language))).toEqual(sorted)
})

it.each([
  ['sv', ['A', 'Z', 'Å', 'Ä']],
  ['en', ['A', 'Z']],
] as const)('has the letters of the alphabet of the page (%s)', (language, letters) => {
  const sorted = sortPeople(people, 'first', language)
  expect(listLetters(sorted, 'first', language).map(({ letter }) => letter)).toEqual(letters)
})

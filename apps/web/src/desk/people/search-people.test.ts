import { expect, it } from 'vitest'
import { fullName, sortByName } from '../../format/names.ts'
import { buildPerson } from '../../testing/build-person.ts'
import { findPeople, indexPeople } from './search-people.ts'

const people = [
  buildPerson({ first_name: 'Åsa', last_name: 'Öberg', child_team: 'P12 blå', phone: '+46701740605' }),
  buildPerson({ first_name: 'Ärla', last_name: 'Strøm', email: 'arla@example.org', phone: null }),
  buildPerson({ first_name: 'Zoë', last_name: 'O’Brien', child_team: null, phone: '+390612345678' }),
  buildPerson({ first_name: 'Adam', last_name: 'Ek', child_team: 'Röd', phone: '+4681234567' }),
]

it.each([
  ['asa', ['Åsa Öberg']],
  ['ÅSA', ['Åsa Öberg']],
  ['A\u030asa', ['Åsa Öberg']],
  ['oberg asa', ['Åsa Öberg']],
  ['strom', ['Ärla Strøm']],
  ['zoe o’b', ['Zoë O’Brien']],
  ['bla', ['Åsa Öberg']],
  ['arla@', ['Ärla Strøm']],
  ['070-174 06 05', ['Åsa Öberg']],
  ['0046 70 174', ['Åsa Öberg']],
  ['+46 70', ['Åsa Öberg']],
  ['06123', ['Zoë O’Brien']],
  ['  ', ['Adam Ek', 'Zoë O’Brien', 'Åsa Öberg', 'Ärla Strøm']],
  ['asa strom', []],
])('finds with "%s"', (typed, found) => {
  expect(findPeople(indexPeople(sortByName(people, 'sv')), typed).map(fullName)).toEqual(found)
})

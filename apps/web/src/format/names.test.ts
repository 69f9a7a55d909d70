import { expect, it } from 'vitest'
import { fullName, initialsOf, sortByName } from './names.ts'

const people = ['Öberg', 'Zetterlund', 'Ångström', 'Andersson'].map((last_name) => ({
  first_name: '',
  last_name,
}))

it('sorts by the alphabet of the reader', () => {
  expect(sortByName(people, 'sv').map(fullName)).toEqual(['Andersson', 'Zetterlund', 'Ångström', 'Öberg'])
  expect(sortByName(people, 'en').map(fullName)).toEqual(['Andersson', 'Ångström', 'Öberg', 'Zetterlund'])
})

it.each([
  ['Åsa O’Brien-Åkesson', 'ÅO'],
  ["Åsa Maria O'Brien", 'ÅO'],
  ['Anna-Karin Öberg', 'AÖ'],
  ['’t Hooft', 'TH'],
  ['A\u030asa', 'A\u030a'],
  ['王 伟', '王伟'],
  ['asa.oberg@volunteer.example', 'AO'],
  ['', ''],
])('%j has the initials %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

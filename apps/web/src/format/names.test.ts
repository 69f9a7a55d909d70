import { expect, it } from 'vitest'
import { fullName, sortByName } from './names.ts'

const people = ['Öberg', 'Zetterlund', 'Ångström', 'Andersson'].map((last_name) => ({
  first_name: '',
  last_name,
}))

it('sorts by the alphabet of the reader', () => {
  expect(sortByName(people, 'sv').map(fullName)).toEqual(['Andersson', 'Zetterlund', 'Ångström', 'Öberg'])
  expect(sortByName(people, 'en').map(fullName)).toEqual(['Andersson', 'Ångström', 'Öberg', 'Zetterlund'])
})

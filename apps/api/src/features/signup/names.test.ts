import { expect, test } from 'vitest'
import { addName, parseNames } from './names.ts'

const asta = { person_id: '0191', first_name: 'Asta', last_name: 'Ek' }
const bo = { person_id: '0192', first_name: 'Bo', last_name: 'Öberg' }
const cai = { person_id: '0193', first_name: 'Cai', last_name: '' }

test.each([[[asta, bo, cai]], [[bo, cai, asta]], [[cai, asta, bo]]])(
  'names are added in the order of the assignments: %j',
  (added) => {
    const names = added.reduce<string | null>(addName, null)
    const people = [asta, bo, cai].map((person) => ({ ...person, is_erased: false }))
    expect(parseNames(names)).toEqual(people)
  },
)

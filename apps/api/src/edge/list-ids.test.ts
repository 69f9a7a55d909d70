import { expect, test } from 'vitest'
import { listIds } from './list-ids.ts'

const one = '0197b0a0-0000-7000-8000-00000000000a'
const other = '0197b0a0-0000-7000-8000-00000000000b'

test('finds ids at any depth, whatever their field is called, once and in lower case', () => {
  const call = [
    { id: one },
    undefined,
    { new_field: [{ deep: other }], add: [one.toUpperCase(), 'x', 1, null] },
  ]
  expect(listIds(call).toSorted()).toEqual([one, other])
})

test('text with an id in it is no id', () => {
  expect(listIds({ notes: `see ${one}`, name: `${one}0` })).toEqual([])
})

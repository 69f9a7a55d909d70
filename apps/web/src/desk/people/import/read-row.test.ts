import { expect, test } from 'vitest'
import { chooseColumn } from './columns.ts'
import { isRounded, readRow, splitName } from './read-row.ts'

test.each([
  ['Anna Berg', 'Anna', 'Berg'],
  ['Björn af Ekenstam', 'Björn', 'af Ekenstam'],
  ['Karl-Johan Wachtmeister Lindström', 'Karl-Johan Wachtmeister', 'Lindström'],
  ['Ursula von der Leyen', 'Ursula', 'von der Leyen'],
  ['Berg, Anna Maria', 'Anna Maria', 'Berg'],
  ['  Zoë   O’Brien ', 'Zoë', 'O’Brien'],
  ['Cher', 'Cher', ''],
  ['Von Berg', 'Von', 'Berg'],
  ['', '', ''],
])('%s', (name, first_name, last_name) => {
  expect(splitName(name)).toEqual({ first_name, last_name })
})

test('a row has what its cells say, and no empty fields', () => {
  const columns = ['name', 'phone', 'tags', 'language', 'none'] as const
  expect(readRow(['Anna Berg', "'070-174 06 08", 'Kök, Bil;', 'Svenska', '12'], columns)).toEqual({
    first_name: 'Anna',
    last_name: 'Berg',
    phone: '070-174 06 08',
    tags: ['Kök', 'Bil'],
    language: 'sv',
  })
  expect(readRow(['Anna Berg', '701740608.0'], columns)).toEqual({
    first_name: 'Anna',
    last_name: 'Berg',
    phone: '701740608',
  })
})

test('a number that a sheet has rounded', () => {
  expect(['7,01E+08', '4.67E+10', '7E8'].map(isRounded)).toEqual([true, true, true])
  expect(['0701740608', '46701740608', ''].map(isRounded)).toEqual([false, false, false])
})

test('a whole name takes the place of its parts, and a part that of the whole', () => {
  expect(chooseColumn(['first_name', 'last_name', 'email'], 2, 'name')).toEqual(['none', 'none', 'name'])
  expect(chooseColumn(['name', 'none', 'email'], 1, 'first_name')).toEqual(['none', 'first_name', 'email'])
  expect(chooseColumn(['email', 'none'], 1, 'email')).toEqual(['none', 'email'])
})

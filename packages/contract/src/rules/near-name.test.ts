import { expect, test } from 'vitest'
import { compareNames } from './near-name.ts'

const name = (text: string) => {
  const [first_name = '', ...last] = text.split('|')
  return { first_name, last_name: last.join('') }
}

test.each([
  ['Åsa|Öberg', 'ASA|Oberg', 'equal'],
  ['Åsa|Öberg', 'Öberg|Åsa', 'equal'],
  ['Anna-Karin|Ek', 'Anna Karin|Ek', 'equal'],
  ['Åsa|Lind', 'Åsa|Lindh', 'near'],
  ['Kristina|Ek', 'Christina|Ek', 'different'],
  ['Kristina|Ek', 'Kirstina|Ek', 'near'],
  ['Karl|Ek', 'Carl|Ek', 'near'],
  ['Anna Karin|Ek', 'Anna|Ek', 'near'],
  ['A|Ek', 'Anna|Ek', 'near'],
  ['Bo|Ek', 'Jo|Ek', 'different'],
  ['Åsa|Ek', 'Isa|Ek', 'different'],
  ['Anna|Ek', 'Hans|Ek', 'different'],
  ['Anna|', 'Anna|Ek', 'different'],
  ['Anna|Ek', 'Anna|Berg', 'different'],
  ['王|伟', '王|芳', 'different'],
  ['!|?', '!|?', 'different'],
] as const)('%s and %s: %s', (one, other, expected) => {
  expect(compareNames(name(one), name(other))).toBe(expected)
  expect(compareNames(name(other), name(one))).toBe(expected)
})

import { expect, test } from 'vitest'
import { checkPassword } from './password.ts'

const leaked = new Set(['polniypizdec0211', 'leavemealone'])
const email = 'asa.oberg@muster.example'

test.each([
  'muster-demo-2026',
  'three blue bikes',
  '            x',
  '!"#%&/()=?+*;:',
  'лошадь батарея',
  '🦔'.repeat(3) + 'abcdefghk',
  'Ö'.repeat(11) + 'A',
  'tall grass '.repeat(18),
])('%j may be used', (password) => {
  expect(checkPassword(password, email, leaked)).toBeUndefined()
})

test.each([
  ['', 'too_short'],
  ['11 letters.', 'too_short'],
  // Eleven characters, though each is two code units.
  ['🦔'.repeat(11), 'too_short'],
  // These are decomposed: 22 code units, but eleven letters.
  ['A\u030a'.repeat(11), 'too_short'],
  [`${'tall grass '.repeat(18)}abc`, 'too_long'],
])('%j is %s', (password, problem) => {
  expect(checkPassword(password, email, leaked)).toBe(problem)
})

test.each([
  'password1234',
  'Password-2026!',
  'P@ssword 2026',
  'Sommaren2026',
  'LÖSENORD1234',
  'iloveyou1234',
  'aaaaaaaaaaaa',
  'abcabcabcabc',
  '123456789012',
  '098765432109',
  'qwertyuiopas',
  'zyxwvutsrqponm',
  '------------',
  'asa.oberg@muster.example',
  'ASA.OBERG@MUSTER.EXAMPLE',
  'asa.oberg2026',
  'polniypizdec0211',
  'Leave me alone 1!',
])('%j is easy to guess', (password) => {
  expect(checkPassword(password, email, leaked)).toBe('easy_to_guess')
})

import { expect, test } from 'vitest'
import { maskEmail, maskPhone } from './mask.ts'

test.each([
  ['asa.oberg@festival.example', 'a•••@festival.example'],
  ['å@festival.example', 'å•••@festival.example'],
  ['"a@b"@festival.example', '"•••@festival.example'],
  ['@festival.example', '•••'],
  ['', '•••'],
])('%j is shown as %j', (email, shown) => expect(maskEmail(email)).toBe(shown))

test('of a number the last two digits are shown', () => expect(maskPhone('+46701740605')).toBe('•••05'))

import { expect, test } from 'vitest'
import { decrypt, encrypt, seal, unseal } from './encrypt.ts'
import { generateKeys, type Keys } from './keys.ts'

const makeKeys = (): Keys => {
  const { link, session } = generateKeys()
  return { link, session: session.keys }
}
const keys = makeKeys()

test('a secret is read again, and is not what is stored', () => {
  const stored = encrypt(keys, 'JBSWY3DPEHPK3PXP', 'row')
  expect(stored).not.toContain('JBSWY3DPEHPK3PXP')
  expect(encrypt(keys, 'JBSWY3DPEHPK3PXP', 'row')).not.toBe(stored)
  expect(decrypt(keys, stored, 'row')).toBe('JBSWY3DPEHPK3PXP')
})

test('after a change of keys it is still read', () => {
  const stored = encrypt(keys, 'secret', 'row')
  const rotated: Keys = { ...keys, link: [...makeKeys().link, ...keys.link] }
  expect(decrypt(rotated, stored, 'row')).toBe('secret')
})

test.each([
  ['in another row', (stored: string) => decrypt(keys, stored, 'other')],
  ['with other keys', (stored: string) => decrypt(makeKeys(), stored, 'row')],
  ['changed', (stored: string) => decrypt(keys, `${stored.slice(0, -4)}AAAA`, 'row')],
])('%s it is not read', (_, read) => {
  expect(() => read(encrypt(keys, 'secret', 'row'))).toThrow('no key')
})

test('the same content is sealed alike, and opens for its purpose only', () => {
  const sealed = seal(keys, 'content', 'one')
  expect(seal(keys, 'content', 'one')).toBe(sealed)
  expect(seal(keys, 'other', 'one').slice(0, 16)).not.toBe(sealed.slice(0, 16))
  expect(unseal({ ...keys, link: [...makeKeys().link, ...keys.link] }, sealed, 'one')).toBe('content')
  expect(() => unseal(keys, sealed, 'other')).toThrow('no key')
  expect(() => decrypt(keys, sealed, 'one')).toThrow('no key')
})

test.each(['', 'x', 'å', 'A'.repeat(20)])('%j was never sealed', (text) => {
  expect(() => unseal(keys, text, 'one')).toThrow('no key')
})

import { expect, it } from 'vitest'
import { returnAddress } from './return-address.ts'

it.each([
  '/people',
  '/?event=1&org=2',
  '/reports?report=schedule&event=all#top',
  '/events/%2F%2Fevil.example/broadcast',
])('D38: leads back to %s', (next) => {
  expect(returnAddress(next)).toBe(next)
})

it.each([
  null,
  '',
  'people',
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example/',
  '/\n//evil.example/',
  '/.//evil.example/',
  '/x/..//evil.example/',
  'javascript:alert(1)',
  ' //evil.example/',
  '/\\/\\evil.example',
])('D38: leads to the shifts instead of %j', (next) => {
  expect(returnAddress(next)).toBe('/')
})

it('is needed: a browser takes such a path for another host', () => {
  expect(new URL('/.//evil.example/', location.origin).pathname).toBe('//evil.example/')
  expect(new URL('//evil.example/', location.origin).host).toBe('evil.example')
})

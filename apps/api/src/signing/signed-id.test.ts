import { expect, test } from 'vitest'
import { newId } from '../db/ids.ts'
import { generateKeys, type Keys } from './keys.ts'
import { isSigned, oneTimeLinkToken, readSignedId, signId, verifySignedId } from './signed-id.ts'

const keys = await makeKeys()
const id = newId()
const signed = { purpose: 'personal_link', id, round: 2 } as const
const token = signId(keys, signed)

test('a token is 43 characters and tells its id', () => {
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(readSignedId(token)).toBe(id)
  expect(isSigned(keys, token, signed)).toBe(true)
})

test.each([
  ['another round', { ...signed, round: 1 }],
  ['another purpose', { ...signed, purpose: 'calendar' as const }],
  ['another id', { ...signed, id: newId() }],
])('%s is not what was signed', (_, other) => {
  expect(isSigned(keys, token, other)).toBe(false)
})

test('every changed character makes it invalid', () => {
  for (let at = 0; at < token.length; at++) {
    const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
    expect(isSigned(keys, changed, signed)).toBe(false)
  }
})

test.each([
  '',
  'x',
  `${token}x`,
  token.slice(1),
  `${token.slice(0, 42)}=`,
  `${token.slice(0, 42)}å`,
  '\0'.repeat(43),
])('malformed %j has no id', (malformed) => {
  expect(readSignedId(malformed)).toBeUndefined()
  expect(isSigned(keys, malformed, signed)).toBe(false)
})

test('a second spelling of the same bytes is refused', () => {
  const last = token.slice(-1)
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const twin = token.slice(0, 42) + alphabet[alphabet.indexOf(last) + 1]
  expect(Buffer.from(twin, 'base64url')).toEqual(Buffer.from(token, 'base64url'))
  expect(readSignedId(twin)).toBeUndefined()
})

const verifies = (one: Keys, other: Keys) => isSigned(one, signId(other, signed), signed)

test('by the two steps of docs/runbook.md each process verifies what the others sign, at every moment', async () => {
  const [old, next] = [keys.link[0], (await makeKeys()).link[0]]
  const withLinkKeys = (...link: Keys['link']): Keys => ({ ...keys, link })
  const [before, known, signing] = [withLinkKeys(old), withLinkKeys(old, next), withLinkKeys(next, old)]
  for (const [one, other] of [
    [before, known],
    [known, signing],
  ] as const) {
    expect([verifies(one, other), verifies(other, one)]).toEqual([true, true])
  }
  // Negative control: in one step the processes that wait for their restart refuse the new links.
  expect(verifies(before, signing)).toBe(false)
})

test('after a change of keys old tokens verify, and new ones are signed with the first', async () => {
  const next = await makeKeys()
  const rotated: Keys = { ...keys, link: [next.link[0], ...keys.link] }
  expect(isSigned(rotated, token, signed)).toBe(true)
  expect(signId(rotated, signed)).toBe(signId(next, signed))
  expect(isSigned(next, token, signed)).toBe(false)
})

test('a reset link serves no other purpose', () => {
  const reset = oneTimeLinkToken(keys, id)
  expect(verifySignedId(keys, reset, 'password_reset')).toBe(id)
  expect(verifySignedId(keys, reset, 'calendar')).toBeUndefined()
})

async function makeKeys(): Promise<Keys> {
  const { link, session } = generateKeys()
  return { link, session: session.keys }
}

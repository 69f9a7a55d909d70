import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/* X.509 certificates in DER. */

type Certified = {
  publicKey: KeyObject
  /** Hash that the key's certificate must contain. */
  challenge: Buffer
  /** Address of the list of revoked certificates. */
  address: string
}

/** Returns the certificate of an Android key, and that of the authority that signed it, which is made up. */
export function certifyAndroidKey({ publicKey, challenge, address }: Certified): Buffer[] {
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const certify = (name: string, key: KeyObject, extensions: Buffer[]) => {
    const parts = [
      tagged(0xa0, integer(2)),
      integer(1),
      SIGNATURE,
      named('authority'),
      sequence(time('20000101000000Z'), time('20991231000000Z')),
      named(name),
      key.export({ type: 'spki', format: 'der' }),
      ...(extensions.length > 0 ? [tagged(0xa3, sequence(...extensions))] : []),
    ]
    const content = sequence(...parts)
    return sequence(content, SIGNATURE, bits(sign('sha256', content, authority.privateKey)))
  }
  const leaf = certify('key', publicKey, [
    sequence(id(1, 3, 6, 1, 4, 1, 11129, 2, 1, 17), octets(describeKey(challenge))),
    sequence(id(2, 5, 29, 31), octets(listedAt(address))),
  ])
  return [leaf, certify('authority', authority.publicKey, [])]
}

/** The extension of Android: two versions with their security levels, the challenge, an id and two lists. */
const describeKey = (challenge: Buffer) =>
  sequence(integer(3), level(1), integer(3), level(1), octets(challenge), octets(), sequence(), sequence())

const listedAt = (address: string) =>
  sequence(sequence(tagged(0xa0, tagged(0xa0, tagged(0x86, Buffer.from(address))))))

function tagged(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const length =
    content.length < 0x80
      ? Buffer.of(content.length)
      : Buffer.of(0x82, content.length >> 8, content.length & 0xff)
  return Buffer.concat([Buffer.of(tag), length, content])
}

const sequence = (...contents: Buffer[]) => tagged(0x30, ...contents)
const integer = (value: number) => tagged(0x02, Buffer.of(value))
const level = (value: number) => tagged(0x0a, Buffer.of(value))
const octets = (...contents: Buffer[]) => tagged(0x04, ...contents)
const bits = (content: Buffer) => tagged(0x03, Buffer.of(0), content)
const time = (text: string) => tagged(0x18, Buffer.from(text))
const named = (name: string) =>
  sequence(tagged(0x31, sequence(id(2, 5, 4, 3), tagged(0x0c, Buffer.from(name)))))

function id(first: number, second: number, ...others: number[]): Buffer {
  const bytes = others.flatMap((part) => (part < 0x80 ? [part] : [0x80 | (part >> 7), part & 0x7f]))
  return tagged(0x06, Buffer.of(first * 40 + second, ...bytes))
}

/** ECDSA with SHA-256. */
const SIGNATURE = sequence(id(1, 2, 840, 10045, 4, 3, 2))

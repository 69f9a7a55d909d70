import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { NewPasskeyResponse, PasskeyResponse } from '@muster/contract/factors'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { certifyAndroidKey } from './certificates.ts'

/* A software passkey, used as a browser uses one. */

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

type Attestation = {
  fmt: string
  attStmt: Map<string, string | number | Uint8Array | Uint8Array[]>
}
type Attested = { privateKey: KeyObject; publicKey: KeyObject; authData: Buffer; clientDataHash: Buffer }

type Options = {
  rp_id?: string
  origin?: string
  isVerified?: boolean
  attest?: (key: Attested) => Attestation
}

/** What browsers send if no attestation is asked for. */
const attestNothing = (): Attestation => ({ fmt: 'none', attStmt: new Map() })

export type Authenticator = ReturnType<typeof buildAuthenticator>

export function buildAuthenticator({
  rp_id = 'localhost',
  origin = 'http://localhost:3000',
  isVerified = true,
  attest = attestNothing,
}: Options = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credential_id = randomBytes(16)
  const id = credential_id.toString('base64url')
  const base = { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const
  let counter = 0

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  function authenticatorData(flags: number, ...more: Buffer[]): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    const verified = isVerified ? USER_VERIFIED : 0
    return Buffer.concat([sha256(rp_id), Buffer.of(USER_PRESENT | verified | flags), count, ...more])
  }

  return {
    id,

    create(challenge: string): NewPasskeyResponse {
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytesOf(x)],
        [-3, bytesOf(y)],
      ])
      const length = Buffer.of(0, credential_id.length)
      const cose = Buffer.from(isoCBOR.encode(key))
      const data = authenticatorData(HAS_CREDENTIAL, Buffer.alloc(16), length, credential_id, cose)
      const client = clientData('webauthn.create', challenge)
      const { fmt, attStmt } = attest({
        privateKey,
        publicKey,
        authData: data,
        clientDataHash: sha256(client),
      })
      const attestation = new Map<string, string | Uint8Array | Attestation['attStmt']>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', new Uint8Array(data)],
      ])
      return {
        ...base,
        response: {
          clientDataJSON: client.toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
          transports: ['internal'],
        },
      }
    },

    get(challenge: string): PasskeyResponse {
      const data = authenticatorData(0)
      const client = clientData('webauthn.get', challenge)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        ...base,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}

/** An attestation by the new key itself, which some authenticators send unasked. */
export function attestSelf({ privateKey, authData, clientDataHash }: Attested): Attestation {
  const sig = new Uint8Array(sign('sha256', Buffer.concat([authData, clientDataHash]), privateKey))
  return {
    fmt: 'packed',
    attStmt: new Map<string, number | Uint8Array>([
      ['alg', -7],
      ['sig', sig],
    ]),
  }
}

/** An attestation of Android whose made-up certificates name `address` for their revocation list. */
export function attestAndroid(address: string) {
  return ({ publicKey, clientDataHash }: Attested): Attestation => {
    const x5c = certifyAndroidKey({ publicKey, challenge: clientDataHash, address })
    return {
      fmt: 'android-key',
      attStmt: new Map<string, number | Uint8Array | Uint8Array[]>([
        ['alg', -7],
        ['sig', new Uint8Array(1)],
        ['x5c', x5c.map((certificate) => new Uint8Array(certificate))],
      ]),
    }
  }
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest()
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))

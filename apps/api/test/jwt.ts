import { createPrivateKey, createPublicKey, type JsonWebKey, sign, verify } from 'node:crypto'

/* Uses only node:crypto, because the check must not share the product's library. */

type Claims = Record<string, unknown>

export function signJwt({
  header,
  claims,
  key,
}: {
  header: Claims
  claims: Claims
  key: JsonWebKey
}): string {
  const content = `${encode(header)}.${encode(claims)}`
  const private_key = createPrivateKey({ key, format: 'jwk' })
  const signature = sign('sha256', Buffer.from(content), { key: private_key, dsaEncoding: 'ieee-p1363' })
  return `${content}.${signature.toString('base64url')}`
}

/** Decodes without verifying. */
export function decodeJwt(token: string): { header: Claims; claims: Claims } {
  const [header = '', claims = ''] = token.split('.')
  return { header: decode(header), claims: decode(claims) }
}

export function isSignedBy(token: string, key: JsonWebKey): boolean {
  const [header = '', claims = '', signature = ''] = token.split('.')
  const public_key = createPublicKey({ key, format: 'jwk' })
  return (
    decode(header)['alg'] === 'ES256' &&
    verify(
      'sha256',
      Buffer.from(`${header}.${claims}`),
      { key: public_key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
  )
}

export function encode(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
}

function decode(part: string): Claims {
  return JSON.parse(Buffer.from(part, 'base64url').toString())
}

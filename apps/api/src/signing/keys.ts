import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { type Config, ConfigError } from '../config.ts'

export type SessionKey = z.infer<typeof jwk>

/** The first key signs and all verify, so that keys can be rotated. */
export type Keys = {
  /** HMAC keys (D17). */
  readonly link: readonly [string, ...string[]]
  /** ES256 private keys with `kid` (D7). */
  readonly session: readonly [SessionKey, ...SessionKey[]]
}

const linkKeys = z.tuple([z.string().min(32)], z.string().min(32))
const jwk = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  kid: z.string().min(1),
  x: z.string(),
  y: z.string(),
  d: z.string(),
})
const sessionKeys = z.object({ keys: z.tuple([jwk], jwk) })
const keyFile = z.object({ link: linkKeys, session: sessionKeys })

export function generateKeys(): z.infer<typeof keyFile> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const kid = randomBytes(8).toString('base64url')
  const key = jwk.parse({ ...privateKey.export({ format: 'jwk' }), kid })
  return { link: [randomBytes(32).toString('base64url')], session: { keys: [key] } }
}

/**
 * Lets the next key sign. A new key is published one rotation before it signs, because other processes and caches of
 * the key set must know it first. The previous key still verifies what it has signed.
 */
export function rotateSessionKeys([signing, next]: Keys['session']): Keys['session'] {
  const { session } = generateKeys()
  return next ? [next, session.keys[0], signing] : [signing, session.keys[0]]
}

/** Throws if the key is not a point on its curve. */
export function toPrivatePem(key: SessionKey): string {
  return createPrivateKey({ key, format: 'jwk' }).export({ type: 'pkcs8', format: 'pem' }).toString()
}

export function toPublicPem(key: SessionKey): string {
  return createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' }).toString()
}

export function toPublicJwk({ kty, crv, x, y, kid }: SessionKey) {
  return { kty, crv, x, y, kid, alg: 'ES256', use: 'sig' }
}

export async function loadKeys(config: Config): Promise<Keys> {
  if (config.link_keys && (config.session_keys || config.production)) {
    return {
      link: parseSetting('setting LINK_KEYS', linkKeys, config.link_keys),
      // Processes that sign no access tokens have no setting. They get a key that no server knows.
      session: config.session_keys
        ? parseSetting('setting SESSION_KEYS', sessionKeys, parseJson(config.session_keys)).keys
        : generateKeys().session.keys,
    }
  }
  const file = path.join(config.data_dir, 'keys.json')
  const stored = await readFile(file, 'utf8').catch(() => undefined)
  const keys = stored
    ? parseSetting(`file ${file}`, keyFile, parseJson(stored))
    : await storeNewKeys(file, config.data_dir)
  return { link: keys.link, session: keys.session.keys }
}

/** Stores the keys in the data directory. Returns false if the operator has configured them, who must change them. */
export async function storeSessionKeys(config: Config, { link, session }: Keys): Promise<boolean> {
  if (config.link_keys && config.session_keys) return false
  const keys = keyFile.parse({ link, session: { keys: session } })
  await storeKeys(path.join(config.data_dir, 'keys.json'), config.data_dir, keys)
  return true
}

async function storeNewKeys(file: string, data_dir: string) {
  const keys = generateKeys()
  await storeKeys(file, data_dir, keys)
  return keys
}

/** Writes to another name and renames: a crash leaves the whole file or none. */
async function storeKeys(file: string, data_dir: string, keys: z.infer<typeof keyFile>): Promise<void> {
  await mkdir(data_dir, { recursive: true })
  await writeFile(`${file}.new`, JSON.stringify(keys), { mode: 0o600 })
  await rename(`${file}.new`, file)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function parseSetting<T>(name: string, schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (!parsed.success) {
    throw new ConfigError(`The ${name} holds no usable keys; \`npm run muster -- generate-keys\` makes some.`)
  }
  return parsed.data
}

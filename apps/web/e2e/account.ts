import { spawn } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import path from 'node:path'

export type Account = { email: string; password: string; organization: string }

/** Creates an account that no other journey signs in to, in the database of the app at `address`. */
export async function makeAccount(address: string): Promise<Account> {
  const name = randomBytes(4).toString('hex')
  const account = {
    email: `${name}@muster.example`,
    password: `two boats and ${name}`,
    organization: `Förening ${name}`,
  }
  const data = path.join(process.env['JOURNEY_DATA'] ?? '', new URL(address).port)
  const command = spawn(
    'node',
    [
      path.join(path.dirname(process.env['JOURNEY_PROGRAM'] ?? ''), 'cli.mjs'),
      'create-admin',
      `--email=${account.email}`,
      `--organization=${account.organization}`,
    ],
    {
      cwd: '../api',
      env: { ...process.env, NODE_ENV: '', DATABASE_URL: '', MUSTER_DATA_DIR: data, MUSTER_DEMO: '1' },
    },
  )
  command.stdin.end(account.password)
  const code = await new Promise((resolve) => command.on('close', resolve))
  if (code !== 0) throw new Error(`create-admin ended with ${String(code)}`)
  return account
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const PERIOD_MS = 30_000

/** Returns the code of an authenticator app (RFC 6238), `steps` from now, because each code passes once. */
export function authenticatorCode(secret: string, steps = 0): string {
  const bits = Array.from(secret, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / PERIOD_MS) + steps))
  const hash = createHmac('sha1', key).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0')
}

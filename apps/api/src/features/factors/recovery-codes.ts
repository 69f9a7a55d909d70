import { randomBytes } from 'node:crypto'
import type { Identity } from '../../access/access.ts'
import { takeShared } from '../../access/rate-limit.ts'
import type { Deps } from '../../deps.ts'
import { tellOwner } from '../../outbox/tell-owner.ts'
import { sha256 } from '../../signing/sha256.ts'
import { lockOwnFactors } from './lock-own-factors.ts'
import { replaceRecoveryCodes } from './queries.ts'

const CODES = 10
/** Omits 0, 1, l and o, which look alike. */
const ALPHABET = '23456789abcdefghijkmnpqrstuvwxyz'
/** 130 bits: no guesser finds one, so a plain hash is enough. */
const LENGTH = 26

/** Returns new codes, which are shown once. Earlier codes become invalid. */
export async function createRecoveryCodes(deps: Deps, identity: Identity): Promise<string[]> {
  const { db, now } = deps
  const { user_id } = identity
  await takeShared(deps, { name: 'recovery-codes', of: user_id, hits: 10, window_s: 3600 })
  const codes = Array.from({ length: CODES }, newCode)
  await db.system(async (tx) => {
    await lockOwnFactors(tx, identity)
    const hashes = codes.map((code) => hashOfCode(user_id, code))
    const at = now()
    await replaceRecoveryCodes(tx, user_id, { hashes, now: at })
    await tellOwner(tx, user_id, { change: 'recovery_codes_made', at })
  })
  return codes
}

/** Hashes a code as it was typed. */
export function hashOfCode(user_id: string, typed: string): string {
  return sha256(`${user_id}:${typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`)
}

function newCode(): string {
  const letters = Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-')
}

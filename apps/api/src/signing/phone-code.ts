import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Keys } from './keys.ts'

/* A code sent by SMS is derived from its challenge: neither the code nor a hash of it is stored (D7). */

export function phoneCode({ link: [key] }: Keys, challenge_id: string): string {
  return derive(key, challenge_id)
}

export function isPhoneCode({ link }: Keys, challenge_id: string, code: string): boolean {
  const given = Buffer.from(code)
  return link
    .map((key) => Buffer.from(derive(key, challenge_id)))
    .map((expected) => expected.length === given.length && timingSafeEqual(expected, given))
    .includes(true)
}

/** Returns six digits. */
function derive(key: string, challenge_id: string): string {
  const mac = createHmac('sha256', key).update(`phone_code\0${challenge_id}`).digest()
  return String(mac.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}

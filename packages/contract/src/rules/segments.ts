import { LIMITS } from './text.ts'

export type SmsCount = {
  encoding: 'GSM-7' | 'UCS-2'
  /** Number of characters as networks count: an extended GSM character or an emoji is two. */
  characters: number
  segments: number
  /** Number of characters left in the last segment. */
  remaining: number
}

/** Counts by GSM 03.38. If there are several segments, each has a header. */
export function countSms(text: string): SmsCount {
  const letters = Array.from(text.normalize('NFC'))
  const isGsm = letters.every((letter) => GSM_BASIC.has(letter) || GSM_EXTENDED.has(letter))
  const sizes = letters.map((letter) => (isGsm ? (GSM_EXTENDED.has(letter) ? 2 : 1) : letter.length))
  const characters = sizes.reduce((sum, size) => sum + size, 0)
  const room = isGsm ? { single: 160, joined: 153 } : { single: 70, joined: 67 }
  return { encoding: isGsm ? 'GSM-7' : 'UCS-2', characters, ...pack(sizes, characters, room) }
}

export function isWithinTenSegments(text: string): boolean {
  return countSms(text).segments <= LIMITS.sms_segments
}

/** Returns the characters that make a text longer: those that force UCS-2, else those that count two in GSM-7. */
export function costlyLetters(text: string): string[] {
  const letters = [...new Set(text.normalize('NFC'))]
  const foreign = letters.filter((letter) => !GSM_BASIC.has(letter) && !GSM_EXTENDED.has(letter))
  return foreign.length > 0 ? foreign : letters.filter((letter) => GSM_EXTENDED.has(letter))
}

function pack(sizes: number[], characters: number, room: { single: number; joined: number }) {
  if (characters === 0) return { segments: 0, remaining: room.single }
  if (characters <= room.single) return { segments: 1, remaining: room.single - characters }
  let segments = 1
  let remaining = room.joined
  for (const size of sizes) {
    // A double character is never split over two segments.
    if (size > remaining) {
      segments += 1
      remaining = room.joined
    }
    remaining -= size
  }
  return { segments, remaining }
}

const GSM_BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const GSM_EXTENDED = new Set('\f^{}\\[~]|€')

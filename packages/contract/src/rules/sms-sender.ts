import { foldForSearch } from './text.ts'

const MAX_LENGTH = 11
const FALLBACK = 'Muster'

type Approved = { name: string; approved_sms_sender: string | null }
type Chosen = Approved & { sms_sender: string | null }

export function smsSenderOf({ name, approved_sms_sender }: Approved): string {
  return approved_sms_sender ?? senderFromName(name)
}

/** Returns whether the sender waits for approval, which a sender derived from the name does not need. */
export function isSenderWaiting({ name, sms_sender, approved_sms_sender }: Chosen): boolean {
  return sms_sender !== null && sms_sender !== approved_sms_sender && sms_sender !== senderFromName(name)
}

/** Keeps the approved sender while another awaits approval. Removes it when the name is chosen. */
export function approvedAfterChoice({ name, sms_sender, approved_sms_sender }: Chosen): string | null {
  return sms_sender === null || sms_sender === senderFromName(name) ? null : approved_sms_sender
}

// +1, Brazil, Argentina, Mexico, Colombia, Chile, China, South Korea, Malaysia, New Zealand, South Africa.
const NUMBERS_ONLY = /^\+(1|55|54|52|57|56|86|82|60|64|27)/

/** Returns whether the country of `phone` (E.164) accepts an alphanumeric sender (D30). */
export function takesAlphanumericSender(phone: string): boolean {
  return !NUMBERS_ONLY.test(phone)
}

/** Cuts the name between words if the first word fits. Networks refuse a sender without a letter. */
function senderFromName(name: string): string {
  const words = Array.from(name.normalize('NFC'), plainLetter)
    .join('')
    .split(/[^A-Za-z0-9]+/u)
    .filter(Boolean)
  let sender = words[0]?.slice(0, MAX_LENGTH) ?? ''
  for (const word of words.slice(1)) {
    if (sender.length + 1 + word.length > MAX_LENGTH) break
    sender += ` ${word}`
  }
  return /[A-Za-z]/u.test(sender) ? sender : FALLBACK
}

/** Returns A for Å, and o for ø. Removes an apostrophe; other signs separate words. */
function plainLetter(letter: string): string {
  if (/['’]/u.test(letter)) return ''
  const plain = foldForSearch(letter)
  return letter === letter.toLowerCase() ? plain || ' ' : plain.charAt(0).toUpperCase() + plain.slice(1)
}

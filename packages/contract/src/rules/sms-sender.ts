import { foldForSearch } from './text.ts'

const MAX_LENGTH = 11
const FALLBACK = 'Muster'

type Approved = { name: string; approved_sms_sender: string | null }
type Chosen = Approved & { sms_sender: string | null }

export function smsSenderOf({ name, approved_sms_sender }: Approved): string {
  return approved_sms_sender ?? senderFromName(name)
}

/** A sender derived from the name needs no approval. */
export function isSenderWaiting({ name, sms_sender, approved_sms_sender }: Chosen): boolean {
  return sms_sender !== null && sms_sender !== approved_sms_sender && sms_sender !== senderFromName(name)
}

/** Kept while another sender awaits approval, removed when the name is chosen. */
export function approvedAfterChoice({ name, sms_sender, approved_sms_sender }: Chosen): string | null {
  return sms_sender === null || sms_sender === senderFromName(name) ? null : approved_sms_sender
}

// +1, Brazil, Argentina, Mexico, Colombia, Chile, China, South Korea, Malaysia, New Zealand, South Africa.
const NUMBERS_ONLY = /^\+(1|55|54|52|57|56|86|82|60|64|27)/

/** D30: whether the country of `phone` (E.164) accepts an alphanumeric sender. */
export function takesAlphanumericSender(phone: string): boolean {
  return !NUMBERS_ONLY.test(phone)
}

/** Cut between words if the first word fits; networks refuse a sender without a letter. */
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

/** Å → A, ø → o. An apostrophe is removed, other signs separate words. */
function plainLetter(letter: string): string {
  if (/['’]/u.test(letter)) return ''
  const plain = foldForSearch(letter)
  return letter === letter.toLowerCase() ? plain || ' ' : plain.charAt(0).toUpperCase() + plain.slice(1)
}

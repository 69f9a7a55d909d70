import { foldForSearch } from './text.ts'

/** Characters of an alphanumeric sender. */
const MAX_LENGTH = 11
const FALLBACK = 'Muster'

type Approved = { name: string; approved_sms_sender: string | null }
/** `sms_sender`: chosen by the organisation. */
type Chosen = Approved & { sms_sender: string | null }

/** D30: the approved sender, else the beginning of the name. */
export function smsSenderOf({ name, approved_sms_sender }: Approved): string {
  return approved_sms_sender ?? senderFromName(name)
}

/** Whether the chosen sender awaits the operator's approval; one derived from the name needs none. */
export function isSenderWaiting({ name, sms_sender, approved_sms_sender }: Chosen): boolean {
  return sms_sender !== null && sms_sender !== approved_sms_sender && sms_sender !== senderFromName(name)
}

/** The approved sender after a change: kept while another awaits approval, removed when the name is chosen. */
export function approvedAfterChoice({ name, sms_sender, approved_sms_sender }: Chosen): string | null {
  return sms_sender === null || sms_sender === senderFromName(name) ? null : approved_sms_sender
}

/**
 * Calling codes without alphanumeric senders: +1, Brazil, Argentina, Mexico, Colombia, Chile, China, South Korea,
 * Malaysia, New Zealand, South Africa.
 */
const NUMBERS_ONLY = /^\+(1|55|54|52|57|56|86|82|60|64|27)/

/** D30: whether the recipient's country accepts an alphanumeric sender. `phone` in E.164. */
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

import { foldForSearch } from './text.ts'

/** What networks take as an alphanumeric sender, in characters. */
const MAX_LENGTH = 11
const FALLBACK = 'Muster'

type Approved = { name: string; approved_sms_sender: string | null }
/** `sms_sender` is the one the organisation chose. */
type Chosen = Approved & { sms_sender: string | null }

/** D30: who an organisation's SMS come from: its approved sender, else as much of its name as fits. */
export function smsSenderOf({ name, approved_sms_sender }: Approved): string {
  return approved_sms_sender ?? senderFromName(name)
}

/** Whether the chosen sender waits for the operator's approval. One made from the name needs none. */
export function isSenderWaiting({ name, sms_sender, approved_sms_sender }: Chosen): boolean {
  return sms_sender !== null && sms_sender !== approved_sms_sender && sms_sender !== senderFromName(name)
}

/** The approved sender once a sender is chosen: it stays in use while another waits, and goes when the name is chosen. */
export function approvedAfterChoice({ name, sms_sender, approved_sms_sender }: Chosen): string | null {
  return sms_sender === null || sms_sender === senderFromName(name) ? null : approved_sms_sender
}

/**
 * Calling codes of networks that take no sender by name: the US, Canada and their neighbours in +1, Brazil, Argentina,
 * Mexico, Colombia, Chile, China, South Korea, Malaysia, New Zealand, South Africa. Elsewhere a refusal tells.
 */
const NUMBERS_ONLY = /^\+(1|55|54|52|57|56|86|82|60|64|27)/

/** D30: a sender by name, where the recipient's network takes it. `phone` in E.164. */
export function takesAlphanumericSender(phone: string): boolean {
  return !NUMBERS_ONLY.test(phone)
}

/** Cut between words where the first word fits; a network refuses a sender without a letter. */
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

/** Å becomes A, ø becomes o. A sign that joins a word ("Kid's") is left out, anything else parts words. */
function plainLetter(letter: string): string {
  if (/['’]/u.test(letter)) return ''
  const plain = foldForSearch(letter)
  return letter === letter.toLowerCase() ? plain || ' ' : plain.charAt(0).toUpperCase() + plain.slice(1)
}

import { foldForSearch } from './text.ts'

/** What networks take as an alphanumeric sender, in characters. */
const MAX_LENGTH = 11
const FALLBACK = 'Muster'

/** D30: who an organisation's SMS come from: the sender it chose, else as much of its name as fits. */
export function smsSenderOf({ name, sms_sender }: { name: string; sms_sender: string | null }): string {
  return sms_sender ?? senderFromName(name)
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

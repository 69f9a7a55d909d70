import { isDeniedSender } from './denied-senders.ts'
import { foldForSearch } from './fold.ts'

const MAX_LENGTH = 11

/** The sender of organisations whose own waits for approval or is denied (D65). */
export const INSTALLATION_SENDER = 'Muster'

export type SenderFields = {
  name: string
  /** Null: it is derived from the name. */
  sms_sender: string | null
  approved_sms_sender: string | null
  /** Name of the organisation when the sender derived from it was approved. */
  sender_approved_for: string | null
}

export const smsSenderOf = (organization: SenderFields): string =>
  senderStateOf(organization) === 'approved' ? wantedSender(organization) : INSTALLATION_SENDER

/** D65: a derived sender is approved like a chosen one, so that a renamed organisation cannot pose as a bank. */
export function senderStateOf(organization: SenderFields): 'approved' | 'waiting' | 'denied' {
  const { approved_sms_sender, sender_approved_for } = organization
  const wanted = wantedSender(organization)
  if (wanted === INSTALLATION_SENDER) return 'approved'
  if (isDeniedSender(wanted)) return 'denied'
  const derived = sender_approved_for === null ? null : senderFromName(sender_approved_for)
  return [approved_sms_sender, derived].includes(wanted) ? 'approved' : 'waiting'
}

export const wantedSender = ({ name, sms_sender }: Pick<SenderFields, 'name' | 'sms_sender'>): string =>
  sms_sender ?? senderFromName(name)

/** Returns what the approval of the wanted sender stores. */
export const approvalOf = ({ name, sms_sender }: Pick<SenderFields, 'name' | 'sms_sender'>) =>
  sms_sender === null ? { sender_approved_for: name } : { approved_sms_sender: sms_sender }

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
  return /[A-Za-z]/u.test(sender) ? sender : INSTALLATION_SENDER
}

/** Returns A for Å, and o for ø. Removes an apostrophe; other signs separate words. */
function plainLetter(letter: string): string {
  if (/['’]/u.test(letter)) return ''
  const plain = foldForSearch(letter)
  return letter === letter.toLowerCase() ? plain || ' ' : plain.charAt(0).toUpperCase() + plain.slice(1)
}

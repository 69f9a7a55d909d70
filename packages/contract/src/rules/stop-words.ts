/** Words that opt out or in, if alone in an SMS (D31). */
const STOP = 'stop stopall unsubscribe quit optout stopp sluta avsluta avregistrera'.split(' ')
const START = 'start unstop subscribe optin starta börja återuppta'.split(' ')
/** Words that may give up a shift, or end messages. */
const UNCLEAR = 'cancel end avbryt avboka'.split(' ')

/** Refusals in a longer text. */
const REFUSALS = [
  /^(stop|stopp|sluta|unsubscribe|avregistrera)\s*[.!,:;\n]+\s*(tack|thanks|thank you|please|snälla)\b/u,
  /\b(sluta|slutar|stoppa|stop)( att)? (skicka|sms|sent?d|text|messag|kontakta|contact|maila|meddela|spam|höra av)/u,
  /\b(inga|inte( få| ha)?( några)?) (fler|mer) (sms|meddelanden|utskick|påminnelser)\b/u,
  /\b(no more|don['’]?t (send|want)( me)?( any)?( more)?) (sms|texts?|messages?|reminders?)\b/u,
  /\b(don['’]?t|do not|never) (text|message|contact) me\b/u,
  /\b(unsubscribe|remove) me\b/u,
  /\b(avregistrera|ta bort) (mig|mitt nummer)\b.*\b(utskick|listan?|sms|register|registret)/u,
  /^avregistrera mig\b/u,
]

export type SmsWish = 'stop' | 'start' | 'unclear'

/** Returns undefined for a text about anything else. */
export function readStopWord(text: string): SmsWish | undefined {
  const folded = text.normalize('NFC').toLowerCase().trim()
  const word = lettersOf(folded)
  if (STOP.includes(word) || REFUSALS.some((refusal) => refusal.test(folded))) return 'stop'
  if (START.includes(word)) return 'start'
  return UNCLEAR.includes(word) ? 'unclear' : undefined
}

/** Returns whether the text says no more than STOP or START, so that nobody has to read it. */
export function isKeywordAlone(text: string): boolean {
  const word = lettersOf(text.normalize('NFC').toLowerCase())
  return STOP.includes(word) || START.includes(word)
}

const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')

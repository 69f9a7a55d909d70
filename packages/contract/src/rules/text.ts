/** Limits in characters unless named otherwise (D4, D39, V4). `name_min` applies to the public form. */
export const LIMITS = {
  name_min: 2,
  name: 100,
  email: 254,
  phone: 40,
  location: 300,
  note: 500,
  reason: 200,
  text: 5_000,
  person_ids: 1_000,
  sms_segments: 10,
} as const

// These are embeddings, overrides and isolates. LRM and RLM cannot reorder neighbouring text and are kept.
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/gu
// PostgreSQL's JSON refuses a lone surrogate.
const CONTROLS_BUT_NEWLINE = /[^\P{Cc}\n]|\p{Cs}/u

/** Applies NFC, trims, and writes CRLF as LF (D4). First check untrusted text: `isWithinReach`, `hasEndlessMarks`. */
export function cleanText(text: string): string {
  // This takes linear time; /\r+\n/ would restart at each CR.
  return text
    .replace(/\r+\n?/gu, (run) => (run.endsWith('\n') ? '\n' : run))
    .normalize('NFC')
    .trim()
}

/** Returns whether cleaning could shorten a text to `max` characters: a decomposed letter has up to four. */
export function isWithinReach(text: string, max: number): boolean {
  return text.length <= 4 * max
}

/** Finds more marks in a row than UAX #15 allows. Normalisation sorts them in quadratic time, 250 ms for 64 KiB. */
export function hasEndlessMarks(text: string): boolean {
  // /\p{M}{31}/ would read each mark up to thirty times.
  return text.split(/\P{M}+/u).some((marks) => marks.length > 30)
}

/** Must be called after `cleanText` (D4). */
export function hasForbiddenControl(text: string): boolean {
  return CONTROLS_BUT_NEWLINE.test(text)
}

/** Returns whether a name can be seen (D4). Hangul fillers count as letters in Unicode, and show nothing. */
export function hasVisibleLetter(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text.replace(/[\u115f\u1160\u3164\uffa0]/gu, ''))
}

/** Removes bidi controls, because an override in a name would reverse the text beside it (D4). */
export function stripBidi(text: string): string {
  return text.replace(BIDI_CONTROLS, '')
}

/** Returns the same text for two spellings of a name (NFC, case, inner spaces), independently of locale (D11). */
export function foldName(text: string): string {
  // The text is normalised again, because lower case may decompose a letter (İ).
  return text.normalize('NFC').toLowerCase().normalize('NFC').trim().replace(/\s+/gu, ' ')
}

/** Returns a key that is unique per organisation (D11). Newlines separate its parts: folded names have none. */
export function identityKey(person: { email: string; first_name: string; last_name: string }): string {
  return [person.email, person.first_name, person.last_name].map(foldName).join('\n')
}

/** Folds case and removes accents: "asa" finds Åsa, "strom" finds Strøm. */
export function foldForSearch(text: string): string {
  const plain = foldName(text).normalize('NFD').replace(/\p{M}/gu, '')
  return plain.replace(/[øæœßłđðþı]/gu, (letter) => UNDECOMPOSED[letter] ?? letter)
}

const UNDECOMPOSED: Record<string, string> = {
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

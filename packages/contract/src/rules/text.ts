/** D4: limits in characters unless named otherwise. `name_min`: of the public form. */
export const LIMITS = {
  body_bytes: 64 * 1024,
  name_min: 2,
  name: 100,
  email: 254,
  phone: 40,
  location: 300,
  note: 500,
  text: 5_000,
  person_ids: 1_000,
  sms_segments: 10,
} as const

// Embeddings, overrides and isolates. LRM and RLM cannot reorder neighbouring text and are kept.
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/gu
// PostgreSQL's JSON refuses a lone surrogate.
const CONTROLS_BUT_NEWLINE = /[^\P{Cc}\n]|\p{Cs}/u

/** D4: NFC, trimmed, CRLF → LF. Untrusted text must pass `isWithinReach` and `hasEndlessMarks` first. */
export function cleanText(text: string): string {
  // Linear: /\r+\n/ would restart at each CR.
  return text
    .replace(/\r+\n?/gu, (run) => (run.endsWith('\n') ? '\n' : run))
    .normalize('NFC')
    .trim()
}

/** Whether cleaning could shorten a text to `max` characters: a decomposed letter is up to four characters. */
export function isWithinReach(text: string, max: number): boolean {
  return text.length <= 4 * max
}

/** More marks in a row than Unicode's UAX #15 allows: normalisation sorts them in quadratic time, 250 ms for 64 KiB. */
export function hasEndlessMarks(text: string): boolean {
  // /\p{M}{31}/ would read each mark up to thirty times.
  return text.split(/\P{M}+/u).some((marks) => marks.length > 30)
}

/** D4: call after `cleanText`. */
export function hasForbiddenControl(text: string): boolean {
  return CONTROLS_BUT_NEWLINE.test(text)
}

/** D4: a bidi override in a name would reverse the text beside it. */
export function stripBidi(text: string): string {
  return text.replace(BIDI_CONTROLS, '')
}

/** D11: equal for two spellings of a name: NFC, case, inner spaces; independent of locale. */
export function foldName(text: string): string {
  // Lower case may decompose a letter (İ): normalised again.
  return text.normalize('NFC').toLowerCase().normalize('NFC').trim().replace(/\s+/gu, ' ')
}

/** D11: unique per organisation. Separated by a newline, which folded names do not contain. */
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

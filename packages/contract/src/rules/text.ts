/** D4: limits, in characters unless named otherwise. `name_min` is the public form's. */
export const LIMITS = {
  body_bytes: 64 * 1024,
  name_min: 2,
  name: 100,
  email: 254,
  location: 300,
  text: 5_000,
  person_ids: 1_000,
  sms_segments: 10,
} as const

// Embeddings, overrides and isolates. The plain marks (LRM, RLM) cannot reorder a neighbour's text and stay.
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/gu
// Half a surrogate pair is no character: PostgreSQL's JSON refuses it, and mail would carry a replacement.
const CONTROLS_BUT_NEWLINE = /[^\P{Cc}\n]|\p{Cs}/u

/** D4: text is NFC-normalised and trimmed; a form's CRLF becomes LF. For foreign text ask `isWithinReach` and `hasEndlessMarks` first. */
export function cleanText(text: string): string {
  // Each run of CR is matched once: /\r+\n/ starts again at each CR, which takes quadratic time.
  return text
    .replace(/\r+\n?/gu, (run) => (run.endsWith('\n') ? '\n' : run))
    .normalize('NFC')
    .trim()
}

/**
 * Whether cleaning could bring a text within `max` characters (D4 counts after it). A decomposed letter is up to four
 * characters (Vietnamese, Hangul); spaces around a text count too, for nobody types so many.
 */
export function isWithinReach(text: string, max: number): boolean {
  return text.length <= 4 * max
}

/**
 * Normalisation sorts the marks of one letter, which takes quadratic time: 250 ms for 64 KiB. No language writes more
 * than Unicode's Stream-Safe Text Format allows (UAX #15).
 */
export function hasEndlessMarks(text: string): boolean {
  // Not /\p{M}{31}/, which looks at each mark up to thirty times.
  return text.split(/\P{M}+/u).some((marks) => marks.length > 30)
}

/** D4: NUL, other control characters except newline and half characters are refused. Ask after `cleanText`. */
export function hasForbiddenControl(text: string): boolean {
  return CONTROLS_BUT_NEWLINE.test(text)
}

/** D4: a bidi override is stripped from names, so that a name cannot turn round the text beside it. */
export function stripBidi(text: string): string {
  return text.replace(BIDI_CONTROLS, '')
}

/** D11: two spellings of one name are equal when folded: NFC, case, inner spaces. No locale is asked. */
export function foldName(text: string): string {
  // Lower case may give a decomposed letter (İ), hence normalised after it too.
  return text.normalize('NFC').toLowerCase().normalize('NFC').trim().replace(/\s+/gu, ' ')
}

/** D11: what finds a person within an organisation. A newline parts them, which no folded name contains. */
export function identityKey(person: { email: string; first_name: string; last_name: string }): string {
  return [person.email, person.first_name, person.last_name].map(foldName).join('\n')
}

/** For search: folded, and without accents, so that "asa" finds Åsa and "strom" finds Strøm. */
export function foldForSearch(text: string): string {
  const plain = foldName(text).normalize('NFD').replace(/\p{M}/gu, '')
  return plain.replace(/[øæœßłđðþı]/gu, (letter) => UNDECOMPOSED[letter] ?? letter)
}

// Letters Unicode does not take apart into a base letter and an accent.
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

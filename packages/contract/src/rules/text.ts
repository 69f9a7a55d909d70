/** Limits in characters unless named otherwise (D4, D39, D46, V4). `name_min` applies to the public form. */
export const LIMITS = {
  name_min: 2,
  name: 100,
  email: 254,
  phone: 40,
  location: 300,
  subject: 150,
  note: 500,
  reason: 200,
  own_line: 300,
  tag: 50,
  tags: 200,
  tags_of_person: 50,
  questions: 20,
  question: 200,
  options: 20,
  option: 100,
  answer: 1_000,
  text: 5_000,
  person_ids: 1_000,
  batch_items: 1_000,
  import_rows: 10_000,
  sms_segments: 10,
} as const

/** Characters that nobody sees (D4). Fillers of Hangul, joiners and variation selectors shape what is beside them. */
const INVISIBLE = /(?![\p{VS}\p{Join_C}\u115f\u1160\u3164\uffa0])[\p{DI}\ufff9-\ufffb]/gu
/** A joiner stays between letters and inside an emoji, and at the end of a Malayalam word, where it shapes the letter. */
const STRAY_JOINER =
  /\p{Join_C}(?:(?<![\p{L}\p{M}\p{ExtPict}\p{EMod}].)|(?![\p{L}\p{M}\p{ExtPict}])(?<!\u0d4d.))/gu
// The first run takes linear time; /\r+\n/ would restart at each CR.
const LINE_BREAK = /\r+\n?|[\v\f\u0085\u2028\u2029]/gu
// PostgreSQL's JSON refuses a lone surrogate.
const FORBIDDEN_CONTROL = /[^\P{Cc}\t\n\v\f\r\u0085]|\p{Cs}/u

/** Cleans a text of several lines (D4). First check untrusted text: `canFit`, `hasEndlessMarks`. */
export function cleanText(text: string): string {
  return removeInvisible(text)
    .replace(/\t/gu, ' ')
    .replace(LINE_BREAK, (run) => (run.endsWith('\r') ? '\n'.repeat(run.length) : '\n'))
    .normalize('NFC')
    .trim()
}

/** Cleans a text of one line (D4). */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\n/gu, ' ')
}

export function removeInvisible(text: string): string {
  return text.replace(INVISIBLE, '').replace(STRAY_JOINER, '')
}

/** Returns whether cleaning could shorten a text to `max` characters: a decomposed letter has up to four. */
export function canFit(text: string, max: number): boolean {
  return text.length <= 4 * max
}

/** Finds more marks in a row than UAX #15 allows. Normalisation sorts them in quadratic time, 250 ms for 64 KiB. */
export function hasEndlessMarks(text: string): boolean {
  // /\p{M}{31}/ would read each mark up to thirty times.
  return text.split(/\P{M}+/u).some((marks) => marks.length > 30)
}

/** Finds the first control character that is refused (D4). `line` is undefined in a text of one line. */
export function findControl(
  text: string,
): { character: string; place: number; line: number | undefined } | undefined {
  const found = FORBIDDEN_CONTROL.exec(text)
  if (!found) return undefined
  const lines = text.slice(0, found.index).split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u)
  const code = found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
  return {
    character: `U+${code}`,
    place: Array.from(lines.at(-1) ?? '').length + 1,
    line: /[\n\r\v\f\u0085\u2028\u2029]/u.test(text) ? lines.length : undefined,
  }
}

/** Returns whether a name can be seen (D4). Hangul fillers count as letters in Unicode, and show nothing. */
export function hasVisibleLetter(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text.replace(/[\u115f\u1160\u3164\uffa0]/gu, ''))
}

/** D4: a Han, Kana or Hangul character alone is a name, so it counts as two. The text must be cleaned. */
export function isNameLongEnough(name: string): boolean {
  const wide = name.match(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/gu) ?? []
  return Array.from(name).length + wide.length >= LIMITS.name_min
}

/**
 * Typographic signs as GSM-7 has them: one dash or curly quote would turn the whole SMS into UCS-2, and 160
 * characters into 70. Letters stay as they are; å, ä and ö are in GSM-7.
 */
export function plainSigns(text: string): string {
  return text
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u2018\u2019\u201a\u2032]/g, "'")
    .replace(/[\u201c\u201d\u201e\u2033]/g, '"')
    .replace(/\u2026/g, '...')
    .replace(/[\u00a0\u2000-\u200a\u202f]/g, ' ')
}

/** At most so many characters, the last three being dots if something is missing. */
export function cut(text: string, length: number): string {
  const letters = Array.from(text)
  return letters.length <= length
    ? text
    : `${letters
        .slice(0, length - 3)
        .join('')
        .trim()}...`
}

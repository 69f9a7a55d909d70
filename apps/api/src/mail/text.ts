/** Line breaks would end a header, and would let a typed name pose as text of ours. */
export const toOneLine = (text: string) => text.replace(/\s+/gu, ' ').trim()

/**
 * The first name if it can only be a name: it is sent to an address that another person may have typed. Without dots,
 * digits and slashes no mail client makes a link of it.
 */
export function toGreetingName(first_name: string): string | undefined {
  return /^[\p{L}\p{M}'’ -]+$/u.test(first_name) ? first_name : undefined
}

/**
 * Punctuation of the GSM-7 alphabet: a single dash or curly quote would encode the whole SMS as UCS-2, with 70 characters
 * per segment instead of 160. Letters such as å are part of GSM-7.
 */
export function toGsmPunctuation(text: string): string {
  return text
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u2018\u2019\u201a\u2032]/g, "'")
    .replace(/[\u201c\u201d\u201e\u2033]/g, '"')
    .replace(/\u2026/g, '...')
    .replace(/[\u00a0\u2000-\u200a\u202f]/g, ' ')
}

export function truncate(text: string, length: number): string {
  const characters = Array.from(text)
  return characters.length <= length
    ? text
    : `${characters
        .slice(0, length - 3)
        .join('')
        .trim()}...`
}

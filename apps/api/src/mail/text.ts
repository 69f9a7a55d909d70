/** Line breaks would end a header, and would let a typed name look like our own text. */
export const toOneLine = (text: string) => text.replace(/\s+/gu, ' ').trim()

/**
 * Writes a name of an organisation, event, account or key so that no mail program makes a link of it: it would lead from
 * our e-mail to anywhere. "evil.example/login" becomes "evil example login", "Scouts & Co" and "IFK U15" stay.
 */
export const toShownName = (name: string): string =>
  toOneLine(name.replace(/:\/\/|[@/\\＠／＼]|[.．。｡](?=\p{L})/gu, ' '))

/** A stranger may have typed the name of a volunteer: it has no room for a sentence. */
const MOST_OF_A_PERSON = { characters: 40, words: 4 }
const MOST_WORDS_OF_A_GREETING = 2

/** Another person may have typed name and address. Returns undefined for what may be a sentence or an address. */
export function toGreetingName(first_name: string): string | undefined {
  const isShort = first_name.split(' ').length <= MOST_WORDS_OF_A_GREETING
  return isShort && !first_name.includes('.') && first_name === toPersonName(first_name)
    ? first_name
    : undefined
}

/** Cuts the name of a volunteer, and leaves only initials of one with digits, signs of currencies or addresses. */
export function toPersonName(name: string): string {
  const shown = toShownName(name)
  if (!/^[\p{L}\p{M}'’. -]+$/u.test(toOneLine(name))) return toInitials(shown)
  const words = shown.split(' ').slice(0, MOST_OF_A_PERSON.words).join(' ')
  return truncate(words, MOST_OF_A_PERSON.characters)
}

/** Returns initials such as `A. B.`, or `N. N.` (name unknown) if no word begins with a letter. */
function toInitials(name: string): string {
  const initials = name.split(' ').flatMap((word) => (/^\p{L}/u.test(word) ? `${Array.from(word)[0]}.` : []))
  return initials.slice(0, 2).join(' ') || 'N. N.'
}

/** One dash or curly quote would make the SMS UCS-2, with 70 instead of 160 characters per segment. */
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

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

/** Another person may have typed name and address: mail clients must not turn the name into a link. */
export function toGreetingName(first_name: string): string | undefined {
  return /^[\p{L}\p{M}'’ -]+$/u.test(first_name) && first_name === toPersonName(first_name)
    ? first_name
    : undefined
}

/** Cuts the name of a volunteer in a notice. */
export function toPersonName(name: string): string {
  const words = toShownName(name).split(' ').slice(0, MOST_OF_A_PERSON.words).join(' ')
  return truncate(words, MOST_OF_A_PERSON.characters)
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

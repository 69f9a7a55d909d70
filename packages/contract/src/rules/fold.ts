/** Returns the same text for two spellings of an e-mail address (NFC, case), independently of locale (D11). */
export function foldAddress(text: string): string {
  // The text is normalised again, because lower case may decompose a letter (İ).
  return text.normalize('NFC').toLowerCase().normalize('NFC').trim().replace(/\s+/gu, ' ')
}

// Also the accents and primes that are typed as apostrophes; NFKC would make a space of some.
const APOSTROPHES =
  /[`\u00b4\u02b9-\u02bd\u02c8\u02ca\u02cb\u0384\u055a\u05f3\u1fbd\u1fbf\u1ffe\u2018-\u201b\u2032\u2035\ua78b\ua78c\uff07\uff40]/gu
const HYPHENS = /[\p{Pd}\u02d7\u2043\u207b\u208b\u2212]/gu

/** Returns the same text for all spellings of a name that look alike (D11), independently of locale. */
export function foldName(text: string): string {
  const plain = text.normalize('NFC').replace(APOSTROPHES, "'").replace(HYPHENS, '-')
  return foldAddress(plain.normalize('NFKC').replace(/[\p{DI}\u2800]/gu, '')).normalize('NFKC')
}

type Identified = { first_name: string; last_name: string } & (
  | { email: string }
  | { email: string | null; phone: string | null }
)

/**
 * Returns a key that is unique per organisation (D11), from the phone number (E.164) of people without an e-mail address
 * (D59). Newlines separate its parts: folded names have none.
 */
export function identityKey(person: Identified): string {
  const address = person.email ?? ('phone' in person ? person.phone : null) ?? ''
  return [foldAddress(address), foldName(person.first_name), foldName(person.last_name)].join('\n')
}

/** D11: the key of a person whose own key another person has. */
export function takenKey(key: string, id: string): string {
  return `${key}#${id}`
}

/** Folds names and removes accents: "asa" finds Åsa, "strom" finds Strøm (D11). */
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

type Searched = {
  first_name: string
  last_name: string
  email: string | null
  child_team?: string | null | undefined
}

/** Returns the text in which a search finds a person (D11): the name, and on a second line team and address. */
export function searchText({ first_name, last_name, email, child_team }: Searched): string {
  return [`${first_name} ${last_name}`, `${child_team ?? ''} ${email ?? ''}`].map(foldForSearch).join('\n')
}

/** Returns the words of a search: a person is found by all of them, in any order. */
export function searchWords(typed: string): string[] {
  return foldForSearch(typed).split(' ').filter(Boolean)
}

/** Removes leading zeros, because numbers are stored with the country code. Returns '' if the text is no number. */
export function searchDigits(typed: string): string {
  return /^[\d\s+()/-]{3,}$/u.test(typed) ? typed.replace(/\D/gu, '').replace(/^0+/u, '') : ''
}

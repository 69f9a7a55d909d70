import { cleanLine } from './text.ts'

/** Cleans a number as it is pasted (D23): from a link, with other spaces, hyphens and digits. */
export function cleanPhone(text: string): string {
  return cleanLine(text)
    .normalize('NFKC')
    .replace(/^tel: */iu, '')
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(/[\p{Pd}\u2212]/gu, '-')
}

/** Digits stand in order in Unicode, ten for each script. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value % 10)
}

export type PhoneFault = 'phone_letters' | 'phone_several'

const FEWEST_DIGITS = 5
const MOST_DIGITS = 17

/** Says why a text cannot be a phone number, undefined if only the digits can tell (D23). */
export function findPhoneFault(text: string): PhoneFault | undefined {
  const phone = cleanPhone(text)
  const numbers = phone.split(/[,;/|&+\p{L}]+/u).filter((part) => countDigits(part) >= FEWEST_DIGITS)
  if (numbers.length > 1 || countDigits(phone) > MOST_DIGITS) return 'phone_several'
  return /\p{L}/u.test(phone) ? 'phone_letters' : undefined
}

const countDigits = (text: string) => text.replace(/\D/gu, '').length

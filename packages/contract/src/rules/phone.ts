import { parsePhoneNumberFromString } from 'libphonenumber-js/core'
import { isCountryCode } from './country-codes.ts'
import { PHONE_METADATA } from './phone-metadata.ts'
import { cleanPhone } from './typed-phone.ts'

/**
 * Returns E.164, or undefined if impossible (D23). The server decides whether the number is valid (`readPhone`).
 * National numbers are read with `country`; without it only numbers with + or 00 can be read.
 */
export function toE164(input: string, country?: string): string | undefined {
  const typed = cleanPhone(input).replace(/^00/u, '+')
  const number = parsePhoneNumberFromString(
    typed,
    { ...(country && isCountryCode(country) && { defaultCountry: country }), extract: false },
    PHONE_METADATA,
  )
  if (number) return number.isPossible() ? number.number : undefined
  return readForeignNumber(typed)
}

/** Leaves national numbers of countries outside the table to the server. Without a country none can be read (D23). */
export function isPossiblePhone(input: string, country: string | null): boolean {
  const typed = cleanPhone(input)
  const isNational = !/^(?:\+|00)/u.test(typed)
  if (isNational && country && !isCountryCode(country)) return /^[\d\s()./-]{4,}$/u.test(typed)
  return toE164(typed, country ?? undefined) !== undefined
}

/** Formats E.164 as +46 70 123 45 67. */
export function formatPhone(e164: string): string {
  return parsePhoneNumberFromString(e164, PHONE_METADATA)?.formatInternational() ?? e164
}

/** Checks only the shape of E.164, as is possible for countries outside the picker. */
function readForeignNumber(typed: string): string | undefined {
  const number = typed.replace(/[\s().-]/gu, '')
  const isOfTheTable = Object.keys(PHONE_METADATA.country_calling_codes).some((code) =>
    number.startsWith(`+${code}`),
  )
  return !isOfTheTable && /^\+[1-9]\d{7,14}$/u.test(number) ? number : undefined
}

import { parsePhoneNumberFromString } from 'libphonenumber-js/core'
import { isCountryCode } from './country-codes.ts'
import { PHONE_METADATA } from './phone-metadata.ts'

/**
 * D23: a number as typed, in E.164, or undefined if nobody can have it. A national one is read with the
 * country (its trunk zero falls away, Italy's stays); one that begins with + or 00 says itself where it is, and
 * is all that can be read without a country, or for one outside our tables.
 */
export function toE164(input: string, country?: string): string | undefined {
  const typed = input.trim().replace(/^00/u, '+')
  const number = parsePhoneNumberFromString(
    typed,
    { ...(country && isCountryCode(country) && { defaultCountry: country }), extract: false },
    PHONE_METADATA,
  )
  if (number) return number.isPossible() ? number.number : undefined
  return readForeignNumber(typed)
}

/** A stored number as people write it, +46 70 123 45 67. */
export function formatPhone(e164: string): string {
  return parsePhoneNumberFromString(e164, PHONE_METADATA)?.formatInternational() ?? e164
}

/** Our tables know the picker's countries only. Of all others the shape of E.164 is all that can be asked. */
function readForeignNumber(typed: string): string | undefined {
  const number = typed.replace(/[\s().-]/gu, '')
  const isOfTheTable = Object.keys(PHONE_METADATA.country_calling_codes).some((code) =>
    number.startsWith(`+${code}`),
  )
  return !isOfTheTable && /^\+[1-9]\d{7,14}$/u.test(number) ? number : undefined
}

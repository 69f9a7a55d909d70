import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/**
 * D23: a typed number as E.164; undefined unless it is valid for its country. A national number is read with `country`
 * (ISO 3166-1; the trunk zero is removed, Italy's kept); without one only numbers with + or 00 can be read.
 *
 * For the server: the full rules are 145 KiB. Browsers ask `isPossiblePhone`.
 */
export function readPhone(input: string, country?: string | null): string | undefined {
  const typed = input.trim()
  // 00 is not the international prefix everywhere: in Australia it is part of 0011.
  return (
    validNumber(typed, country) ?? (typed.startsWith('00') ? validNumber(`+${typed.slice(2)}`) : undefined)
  )
}

function validNumber(typed: string, country?: string | null): string | undefined {
  const number = parsePhoneNumberFromString(typed, {
    ...(country && isSupportedCountry(country) && { defaultCountry: country }),
    extract: false,
  })
  return number?.isValid() && !number.ext ? number.number : undefined
}

import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/**
 * Returns E.164, or undefined unless valid for its country (D23). `country` is ISO 3166-1; without it only numbers
 * with + or 00 are read. Only the server uses this: the full rules are 145 KiB. Browsers use `isPossiblePhone`.
 */
export function readPhone(input: string, country?: string | null): string | undefined {
  const typed = input.trim()
  // 00 is not the international prefix everywhere. In Australia it is part of 0011.
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

import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/**
 * D23: E.164, or undefined unless valid for its country. `country`: ISO 3166-1; without it only numbers with + or 00
 * are read. For the server only: the full rules are 145 KiB. Browsers use `isPossiblePhone`.
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

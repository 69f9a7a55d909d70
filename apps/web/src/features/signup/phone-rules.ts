import { COUNTRIES, type CountryCode } from '@muster/contract/rules/country-codes'

export type ReadPhone = (phone: string, countryCode: CountryCode) => string | undefined

let loaded: ReadPhone | undefined

/** Loaded when the phone field gets the focus. */
export async function loadPhoneRules(): Promise<void> {
  try {
    loaded = (await import('@muster/contract/rules/phone')).toE164
  } catch {
    // Without them only the shape is checked here; the server checks the same rules (D23).
  }
}

export function phoneRules(): ReadPhone | undefined {
  return loaded
}

/** D23: in international form, without the national trunk zero. */
export function internationalPhone(phone: string, countryCode: CountryCode): string {
  const read = loaded?.(phone, countryCode)
  if (read) return read
  if (/^\s*(\+|00)/.test(phone)) return phone.trim()
  const calling_code = COUNTRIES.find(({ code }) => code === countryCode)?.calling_code ?? ''
  // The server drops the zero where that is right: not in Italy.
  return `${calling_code} ${phone.trim()}`
}

import { COUNTRIES, type CountryCode } from '@muster/contract/rules/country-codes'

export type ReadPhone = (phone: string, countryCode: CountryCode) => string | undefined

let loaded: ReadPhone | undefined

/** The number rules with their tables, loaded when somebody comes to the phone field and not before. */
export async function loadPhoneRules(): Promise<void> {
  try {
    loaded = (await import('@muster/contract/rules/phone')).toE164
  } catch {
    // Without them the shape is all that is checked here; the server asks the same rules in any case (D23).
  }
}

/** Undefined until the rules are there. */
export function phoneRules(): ReadPhone | undefined {
  return loaded
}

/** D23: the number as it is sent: in international form, without the zero that is for calls at home. */
export function internationalPhone(phone: string, countryCode: CountryCode): string {
  const read = loaded?.(phone, countryCode)
  if (read) return read
  if (/^\s*(\+|00)/.test(phone)) return phone.trim()
  const calling_code = COUNTRIES.find(({ code }) => code === countryCode)?.calling_code ?? ''
  // The server takes the zero away where that is right: not in Italy.
  return `${calling_code} ${phone.trim()}`
}

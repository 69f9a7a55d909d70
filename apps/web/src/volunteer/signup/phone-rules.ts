import type { PhoneRules } from '@muster/contract/rules/contact'
import { COUNTRIES, type CountryCode } from '@muster/contract/rules/country-codes'

let loaded: PhoneRules | undefined

export async function loadPhoneRules(): Promise<void> {
  try {
    const [{ toE164: readPhone }, { findPhoneFault: findFault }] = await Promise.all([
      import('@muster/contract/rules/phone'),
      import('@muster/contract/rules/typed-phone'),
    ])
    loaded = { readPhone, findFault }
  } catch {
    // Without the rules only the shape is checked. The server checks the rest (D23).
  }
}

export function phoneRules(): PhoneRules | undefined {
  return loaded
}

export function internationalPhone(phone: string, countryCode: CountryCode): string {
  const read = loaded?.readPhone(phone, countryCode)
  if (read) return read
  if (/^\s*(\+|00)/.test(phone)) return phone.trim()
  const calling_code = COUNTRIES.find(({ code }) => code === countryCode)?.calling_code ?? ''
  // The server removes the trunk zero; Italy keeps it.
  return `${calling_code} ${phone.trim()}`
}

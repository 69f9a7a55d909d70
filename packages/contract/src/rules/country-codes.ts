/** Countries in the order of the calling code picker. */
export const COUNTRIES = [
  { code: 'US', calling_code: '+1' },
  { code: 'GB', calling_code: '+44' },
  { code: 'SE', calling_code: '+46' },
  { code: 'DE', calling_code: '+49' },
  { code: 'FR', calling_code: '+33' },
  { code: 'ES', calling_code: '+34' },
  { code: 'IT', calling_code: '+39' },
  { code: 'NL', calling_code: '+31' },
  { code: 'BE', calling_code: '+32' },
  { code: 'CH', calling_code: '+41' },
  { code: 'AT', calling_code: '+43' },
  { code: 'DK', calling_code: '+45' },
  { code: 'NO', calling_code: '+47' },
  { code: 'FI', calling_code: '+358' },
] as const

export type CountryCode = (typeof COUNTRIES)[number]['code']

export function isCountryCode(text: string): text is CountryCode {
  return COUNTRIES.some(({ code }) => code === text)
}

/** Returns US for zones that are not in the table. */
export function countryFromTimeZone(timeZone: string): CountryCode {
  return COUNTRY_OF_ZONE.get(timeZone) ?? 'US'
}

/** Returns undefined if time zone and language contradict each other, as with English (US) in Warsaw (D23). */
export function presetCountry(timeZone: string, locale: string): string | undefined {
  const country = COUNTRY_OF_ZONE.get(timeZone)
  if (country) return country
  const region = regionOf(locale)
  if (region === 'US') return /^(?:America|Pacific|US)\//u.test(timeZone) ? region : undefined
  return region && isCountryCode(region) ? undefined : region
}

function regionOf(locale: string): string | undefined {
  try {
    return new Intl.Locale(locale).region
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

// From IANA's zone.tab, with legacy names that browsers still report. Islands use the calling code of GB, NO, FI.
const COUNTRY_OF_ZONE = new Map<string, CountryCode>([
  ['Europe/London', 'GB'],
  ['Europe/Belfast', 'GB'],
  ['Europe/Guernsey', 'GB'],
  ['Europe/Isle_of_Man', 'GB'],
  ['Europe/Jersey', 'GB'],
  ['GB', 'GB'],
  ['GB-Eire', 'GB'],
  ['Europe/Stockholm', 'SE'],
  ['Europe/Berlin', 'DE'],
  ['Europe/Busingen', 'DE'],
  ['Europe/Paris', 'FR'],
  ['Europe/Madrid', 'ES'],
  ['Africa/Ceuta', 'ES'],
  ['Atlantic/Canary', 'ES'],
  ['Europe/Rome', 'IT'],
  ['Europe/Amsterdam', 'NL'],
  ['Europe/Brussels', 'BE'],
  ['Europe/Zurich', 'CH'],
  ['Europe/Vienna', 'AT'],
  ['Europe/Copenhagen', 'DK'],
  ['Europe/Oslo', 'NO'],
  ['Arctic/Longyearbyen', 'NO'],
  ['Atlantic/Jan_Mayen', 'NO'],
  ['Europe/Helsinki', 'FI'],
  ['Europe/Mariehamn', 'FI'],
])

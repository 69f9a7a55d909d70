import { describe, expect, it } from 'vitest'
import { COUNTRIES, countryFromTimeZone, isCountryCode, presetCountry } from './country-codes.ts'

describe('COUNTRIES', () => {
  it('are the fourteen, in their order', () => {
    expect(COUNTRIES.map(({ code, calling_code }) => `${code} ${calling_code}`)).toEqual([
      'US +1',
      'GB +44',
      'SE +46',
      'DE +49',
      'FR +33',
      'ES +34',
      'IT +39',
      'NL +31',
      'BE +32',
      'CH +41',
      'AT +43',
      'DK +45',
      'NO +47',
      'FI +358',
    ])
  })
})

describe('countryFromTimeZone', () => {
  it.each([
    ['Europe/Stockholm', 'SE'],
    ['Europe/London', 'GB'],
    ['GB', 'GB'],
    ['Europe/Busingen', 'DE'],
    ['Atlantic/Canary', 'ES'],
    ['Arctic/Longyearbyen', 'NO'],
    ['Europe/Mariehamn', 'FI'],
    ['America/New_York', 'US'],
    ['Asia/Tokyo', 'US'],
    ['Europe/Warsaw', 'US'],
    ['UTC', 'US'],
    ['', 'US'],
    ['constructor', 'US'],
  ])('%s is %s', (zone, country) => {
    expect(countryFromTimeZone(zone)).toBe(country)
  })

  it('finds every country by a zone of its own', () => {
    const zones = Intl.supportedValuesOf('timeZone')
    const found = new Set(zones.map(countryFromTimeZone))
    expect(found).toEqual(new Set(COUNTRIES.map(({ code }) => code)))
  })
})

describe('presetCountry (D23)', () => {
  it.each([
    ['Europe/Stockholm', 'en-US', 'SE'],
    ['Europe/Warsaw', 'pl-PL', 'PL'],
    ['Europe/Dublin', 'en-IE', 'IE'],
    ['America/New_York', 'en-US', 'US'],
    ['Pacific/Honolulu', 'en-US', 'US'],
    ['America/Toronto', 'en-CA', 'CA'],
    ['Europe/Warsaw', 'en-US', undefined],
    ['Europe/Warsaw', 'en-GB', undefined],
    ['Europe/Warsaw', 'pl', undefined],
    ['UTC', '', undefined],
  ])('%s, %s: %s', (zone, locale, country) => {
    expect(presetCountry(zone, locale)).toBe(country)
  })
})

describe('isCountryCode', () => {
  it.each([
    ['SE', true],
    ['se', false],
    ['PL', false],
    ['', false],
  ])('%j: %s', (text, answer) => {
    expect(isCountryCode(text)).toBe(answer)
  })
})

import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { Config } from '../config.ts'

/**
 * Whether an SMS to a number in E.164 costs many times as much as others: satellite and other networks of no country
 * (+870, +881, +979 …) and premium-rate numbers. Who writes to their own such number is paid for it. The operator may
 * allow prefixes. Takes about 30 µs.
 */
export function isCostlyNumber(
  phone: string,
  { allowed_costly_prefixes }: Pick<Config, 'allowed_costly_prefixes'>,
): boolean {
  if (allowed_costly_prefixes.some((prefix) => phone.startsWith(prefix))) return false
  const number = parsePhoneNumberFromString(phone)
  return number !== undefined && (number.isNonGeographic() || number.getType() === 'PREMIUM_RATE')
}

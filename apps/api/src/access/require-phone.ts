import { findPhoneFault } from '@muster/contract/rules/typed-phone'
import { readPhone } from '@muster/contract/rules/valid-phone'
import { invalid } from '../edge/refusal.ts'

/** D23: without a country only an international number can be read. Throws 400 for the field `path`. */
export function requirePhone(
  typed: string,
  { path, country }: { path: string; country: string | null },
): string {
  const phone = readPhone(typed, country)
  if (!phone) throw invalid(path, findPhoneFault(typed) ?? (country ? 'not_phone' : 'not_international'))
  return phone
}

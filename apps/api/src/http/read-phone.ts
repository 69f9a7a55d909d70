import { toE164 } from '@muster/contract/rules/phone'
import { invalid } from './refusal.ts'

/** D23: a typed number in E.164; a national one is read with `country`. Throws 400 for the field `path`. */
export function readPhone(typed: string, { path, country }: { path: string; country: string }): string {
  const phone = toE164(typed, country)
  if (!phone) throw invalid(path, 'not_phone')
  return phone
}

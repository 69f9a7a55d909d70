import type { Request } from '@muster/contract/requests'
import { fullName } from '../../format/names.ts'
import { locales, useLanguage } from '../../i18n/language.ts'

/** Each person once, although they may have asked for several shifts. */
export function useListNames(): (requests: readonly Request[]) => string {
  const list = new Intl.ListFormat(locales[useLanguage()])
  return (requests) => list.format(new Set(requests.map(fullName)))
}

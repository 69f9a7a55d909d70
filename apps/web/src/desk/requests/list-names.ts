import type { Request } from '@muster/contract/requests'
import { fullName } from '../../format/names.ts'
import { locales, useLanguage } from '../../i18n/language.ts'

/** Each person once, although they may have asked for several shifts. `count`: of people, for the texts with their names. */
export function useListNames(): (requests: readonly Request[]) => { names: string; count: number } {
  const list = new Intl.ListFormat(locales[useLanguage()])
  return (requests) => {
    const people = new Set(requests.map(fullName))
    return { names: list.format(people), count: people.size }
  }
}

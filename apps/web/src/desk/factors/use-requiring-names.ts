import { useQuery } from '@tanstack/react-query'
import { locales, useLanguage } from '../../i18n/language.ts'
import { organizationsQuery } from '../organizations/api.ts'

/** Returns the names of the organisations that require a second factor of this account. Empty if none does. */
export function useRequiringNames(): string {
  const language = useLanguage()
  const { data } = useQuery(organizationsQuery)
  const names = data?.organizations
    .filter(({ second_factor }) => second_factor === 'required')
    .map(({ name }) => name)
  return new Intl.ListFormat(locales[language]).format(names ?? [])
}

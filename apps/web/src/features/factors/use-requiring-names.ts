import { useQuery } from '@tanstack/react-query'
import { locales, useLanguage } from '../../i18n/language.ts'
import { organizationsQuery } from '../organizations/api.ts'

/** Of the organisations that ask this account for a second factor; empty when none does. */
export function useRequiringNames(): string {
  const language = useLanguage()
  const { data } = useQuery(organizationsQuery)
  const names = data?.organizations
    .filter(({ second_factor }) => second_factor === 'required')
    .map(({ name }) => name)
  return new Intl.ListFormat(locales[language]).format(names ?? [])
}

import type { OtherPerson } from '@muster/contract/rules/contact'
import { terms } from '@muster/contract/terms'
import { locales, useLanguage } from '../../../i18n/language.ts'
import { useTogetherText } from './texts.ts'

/** D54: what the contact ticks for all of them; for minors as their guardian. */
export default function AcceptLabel({
  others,
  min_age,
}: {
  others: readonly OtherPerson[]
  min_age: number | null
}) {
  const t = useTogetherText()
  const list = new Intl.ListFormat(locales[useLanguage()])
  const minors = others.filter(({ minor }) => minor)
  const age = Math.max(terms.minimum_age, min_age ?? 0)
  if (minors.length === 0) return <>{t('accept_all', { age })}</>
  const names = list.format(minors.map(({ first_name }) => first_name.trim() || t('child')))
  return (
    <>
      {t('accept_guardian', { names })}
      {min_age !== null && `. ${t('accept_age', { age: min_age })}`}
    </>
  )
}

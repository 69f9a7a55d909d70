import type { Language } from '@muster/contract/language'
import { useMemo } from 'react'
import { compareTexts } from '../../format/names.ts'
import { useLanguage } from '../../i18n/language.ts'
import { Combobox } from '../../ui/controls/combobox.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { countryCodes } from './countries.ts'
import { useText } from './texts.ts'

export function CountryField({
  value,
  error,
  onChange,
}: {
  value: string | null
  error?: string | undefined
  onChange: (code: string) => void
}) {
  const t = useText()
  const language = useLanguage()
  const { nameOf, sorted } = useMemo(() => readCountries(language), [language])
  return (
    <div>
      <Combobox
        label={t('country')}
        items={sorted}
        value={value}
        onChange={onChange}
        keyOf={(code) => code}
        textOf={nameOf}
      />
      <p className="mt-1.5 text-hint text-ink-3">{t('country_hint')}</p>
      <FormError text={error} />
    </div>
  )
}

/** Call it in a memo, because sorting by names takes several ms, too long for each key press in the form. */
function readCountries(language: Language) {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const compare = compareTexts(language)
  const nameOf = (code: string) => names.of(code) ?? code
  return { nameOf, sorted: countryCodes.toSorted((a, b) => compare(nameOf(a), nameOf(b))) }
}

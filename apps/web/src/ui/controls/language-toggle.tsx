import { languages } from '@muster/contract/language'
import { chooseLanguage, languageNames, useLanguage } from '../../i18n/language.ts'
import { useWords } from '../../i18n/words.ts'

export function LanguageToggle() {
  const t = useWords()
  const current = useLanguage()
  return (
    <fieldset className="flex text-meta/body font-semibold noscript:hidden print:hidden">
      <legend className="sr-only">{t('language')}</legend>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          className="min-h-11 min-w-11 text-center text-ink-3 underline-offset-6 aria-pressed:text-ink aria-pressed:underline aria-pressed:decoration-2"
          lang={language}
          // Begins with the visible text, which users of speech input say.
          aria-label={`${language.toUpperCase()}, ${languageNames[language]}`}
          aria-pressed={language === current}
          onClick={() => chooseLanguage(language)}
        >
          {language.toUpperCase()}
        </button>
      ))}
    </fieldset>
  )
}

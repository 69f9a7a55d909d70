import { chooseLanguage, languageNames, languages, useLanguage } from '../../i18n/language.ts'
import { useWords } from '../../i18n/words.ts'

export function LanguageToggle() {
  const t = useWords()
  const current = useLanguage()
  return (
    <fieldset className="languages noscript:hidden">
      <legend className="sr-only">{t('language')}</legend>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          // Begins with what is seen, which is what one says to a computer that listens.
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

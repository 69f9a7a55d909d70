import { terms } from '@muster/contract/terms'
import { useDateFormat } from '../../format/dates.ts'
import { defineTexts } from '../../i18n/define-texts.ts'
import en from './en.ts'
import sv from './sv.ts'

const useText = defineTexts({ en, sv })

/** D24: the terms of use in force, below a heading of the place that shows them. */
export function TermsText() {
  const t = useText()
  const format = useDateFormat('UTC')
  const sections = [
    { title: t('purpose.title'), text: t('purpose.text') },
    { title: t('age.title'), text: t('age.text', { years: terms.minimum_age }) },
    { title: t('details.title'), text: t('details.text') },
    { title: t('seen.title'), text: t('seen.text') },
    { title: t('kept.title'), text: t('kept.text', { months: terms.retention_months }) },
    { title: t('rights.title'), text: t('rights.text') },
    { title: t('coming.title'), text: t('coming.text') },
    { title: t('ending.title'), text: t('ending.text', { days: terms.termination_days }) },
    { title: t('changes.title'), text: t('changes.text', { days: terms.change_notice_days }) },
  ]
  return (
    <div className="grid gap-5">
      <p className="text-meta text-ink-2">
        {t('version', { version: terms.version, date: format.date(terms.date) })}
      </p>
      {sections.map(({ title, text }) => (
        <section key={title}>
          <h3>{title}</h3>
          <p className="mt-1">{text}</p>
        </section>
      ))}
    </div>
  )
}

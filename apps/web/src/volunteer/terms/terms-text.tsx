import { type AnnouncedTerms, announcedTerms, terms } from '@muster/contract/terms'
import { useDateFormat } from '../../format/dates.ts'
import { useLanguage } from '../../i18n/language.ts'
import { Sections } from './sections.tsx'
import { useText } from './texts.ts'

export function TermsText({
  heading = 'h3',
  announced = announcedTerms,
}: {
  heading?: 'h2' | 'h3'
  announced?: AnnouncedTerms | null
}) {
  const t = useText()
  const language = useLanguage()
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
      {announced && (
        <p className="rounded-control bg-sunken px-4 py-3">
          <b>{t('announced', { version: announced.version, date: format.date(announced.date) })}</b>{' '}
          {announced.summary[language]}
        </p>
      )}
      <Sections sections={sections} heading={heading} />
    </div>
  )
}

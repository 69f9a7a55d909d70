import { terms } from '@muster/contract/terms'
import { useDateFormat } from '../../format/dates.ts'
import { defineTexts } from '../../i18n/define-texts.ts'
import { PageTitle } from '../../ui/page/page-title.tsx'
import { PublicPage } from '../../ui/page/public-page.tsx'
import en from './privacy-en.ts'
import sv from './privacy-sv.ts'
import { Sections } from './sections.tsx'

const useText = defineTexts('privacy', { en, sv })

export default function PrivacyPage() {
  const t = useText()
  const format = useDateFormat('UTC')
  const sections = [
    { title: t('responsible.title'), text: t('responsible.text') },
    { title: t('what.title'), text: t('what.text') },
    { title: t('source.title'), text: t('source.text') },
    { title: t('why.title'), text: t('why.text') },
    { title: t('seen.title'), text: t('seen.text') },
    { title: t('kept.title'), text: t('kept.text', { months: terms.retention_months }) },
    { title: t('browser.title'), text: t('browser.text') },
    { title: t('rights.title'), text: t('rights.text') },
    { title: t('contact.title'), text: t('contact.text') },
  ]
  return (
    <PublicPage>
      <PageTitle title={t('title')} className="mb-4" />
      <div className="grid gap-5">
        <p>{t('intro', { version: terms.version, date: format.date(terms.date) })}</p>
        <Sections sections={sections} heading="h2" />
      </div>
    </PublicPage>
  )
}

import { PageTitle } from '../../ui/page/page-title.tsx'
import { PublicPage } from '../../ui/page/public-page.tsx'
import { TermsText } from './terms-text.tsx'
import { useText } from './texts.ts'

export default function TermsPage() {
  const t = useText()
  return (
    <PublicPage>
      <PageTitle title={t('title')} className="mb-4" />
      <TermsText heading="h2" />
    </PublicPage>
  )
}

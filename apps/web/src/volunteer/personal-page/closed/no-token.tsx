import { EndPage } from '../../../ui/page/end-page.tsx'
import { PublicPage } from '../../../ui/page/public-page.tsx'
import { useText } from '../texts.ts'
import { useClosedText } from './texts.ts'

export default function NoToken() {
  const t = useClosedText()
  const pageText = useText()
  return (
    <PublicPage>
      <EndPage title={t('title.invalid')} text={pageText('error', { text: pageText('errors.invalid_link') })}>
        <p>{t('no_token')}</p>
      </EndPage>
    </PublicPage>
  )
}

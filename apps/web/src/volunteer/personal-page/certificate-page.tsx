import { useCallback } from 'react'
import { ApiError, errorText } from '../../api/api-error.ts'
import { useRead } from '../../api/use-read.ts'
import { now } from '../../clock.ts'
import { fullName } from '../../format/names.ts'
import { useWords } from '../../i18n/words.ts'
import { publicPaths } from '../../public-paths.ts'
import { CertificateSheet } from '../../ui/certificate/certificate-sheet.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { EndPage } from '../../ui/page/end-page.tsx'
import { PageLink } from '../../ui/page/page-link.tsx'
import { PageTitle } from '../../ui/page/page-title.tsx'
import { PublicPage } from '../../ui/page/public-page.tsx'
import { textLinkClass } from '../../ui/page/text-link.ts'
import { readCertificate } from './api.ts'
import { useText } from './texts.ts'
import { useErrorText } from './use-error-text.ts'

/** D56: of the shifts worked at the event of the link. */
export default function CertificatePage({ token }: { token: string }) {
  const t = useText()
  const words = useWords()
  const pageErrorText = useErrorText()
  const { data, error, readAgain } = useRead(
    useCallback((signal: AbortSignal) => readCertificate(token, signal), [token]),
  )
  const isNone = error instanceof ApiError && error.code === 'certificate_not_given'
  const isEmpty = data?.shifts.length === 0
  return (
    <PublicPage organization={data?.organization} width="wide">
      <PageLink href={publicPaths.confirmation(token)} className={`${textLinkClass} print:hidden`}>
        {t('all.title')}
      </PageLink>
      {data && !isEmpty && (
        <div className="certificates">
          <div className="mt-2 mb-6 flex flex-wrap items-center justify-between gap-4 print:hidden">
            {/* Browsers use the title as file name when printing to a file. */}
            <PageTitle title={t('certificate.title', { name: fullName(data.person) })} />
            <Button onClick={() => print()}>{t('certificate.print')}</Button>
          </div>
          <CertificateSheet
            organization={data.organization.name}
            name={fullName(data.person)}
            language={data.language}
            year={undefined}
            shifts={data.shifts}
            signed_at={now().toISOString()}
            time_zone={data.time_zone}
          />
        </div>
      )}
      {isEmpty && <EndPage title={t('certificate.none')} text={t('certificate.later')} />}
      {!data && error !== undefined && (
        <EndPage
          title={t('certificate.none')}
          text={isNone ? errorText(error, '') : pageErrorText(error, 'load')}
        >
          {!isNone && <Button onClick={readAgain}>{words('try_again')}</Button>}
        </EndPage>
      )}
      {!data && error === undefined && (
        <Loading className="mt-6 grid gap-4">
          <Skeleton className="h-8 w-64" />
          <Skeleton className="h-200" />
        </Loading>
      )}
    </PublicPage>
  )
}

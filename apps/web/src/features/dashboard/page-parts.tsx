import { useEffect } from 'react'
import { errorText } from '../../api/api-error.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useText } from './texts.ts'

export function Heading() {
  const t = useText()
  return (
    <div>
      <PageTitle title={t('title')} />
      <p>{t('intro')}</p>
    </div>
  )
}

export function LoadingShifts() {
  return (
    <Loading>
      <Skeleton className="h-[420px]" />
    </Loading>
  )
}

/** The first reading, or a later one, went wrong: said once for each time. */
export function useReadFailure(
  error: Error | null,
  hasData: boolean,
  onFailure: (text: string) => void,
): void {
  const t = useText()
  const told = error && errorText(error, t(hasData ? 'refresh_failed' : 'fetch_failed'))
  useEffect(() => {
    if (told) onFailure(told)
  }, [told, onFailure])
}

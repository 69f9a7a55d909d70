import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { PageTitle } from '../../ui/page/page-title.tsx'
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

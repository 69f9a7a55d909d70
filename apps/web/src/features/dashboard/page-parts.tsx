import type { ReactNode } from 'react'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { useText } from './texts.ts'

export function DashboardHead({ children }: { children?: ReactNode }) {
  const t = useText()
  return (
    <PageHead title={t('title')} intro={t('intro')}>
      {children}
    </PageHead>
  )
}

export function LoadingShifts() {
  return (
    <Loading>
      <Skeleton className="h-[420px]" />
    </Loading>
  )
}

import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { PageTitle } from '../../ui/page/page-title.tsx'
import { useText } from './texts.ts'

export function PageHead({ children }: { children?: ReactNode }) {
  const t = useText()
  return (
    <header className="page-head">
      <div>
        <PageTitle title={t('title')} />
        <p>{t('intro')}</p>
      </div>
      {children && <div className="page-actions">{children}</div>}
    </header>
  )
}

export function LoadingShifts() {
  return (
    <Loading>
      <Skeleton className="h-[420px]" />
    </Loading>
  )
}

export function LoadingPart() {
  return (
    <Loading>
      <Skeleton className="h-40" />
    </Loading>
  )
}

export function NoRoles() {
  const t = useText()
  return (
    <EmptyState text={t('no_roles')}>
      <Link className={buttonClass()} to={paths.events}>
        {t('to_events')}
      </Link>
    </EmptyState>
  )
}

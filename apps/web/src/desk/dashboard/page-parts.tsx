import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMay } from '../../api/rights.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
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
      <Skeleton className="h-105" />
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

export function NoEvents() {
  const t = useText()
  if (!useMay('plan')) return <EmptyState text={t('no_events_to_see')} />
  return (
    <EmptyState text={t('no_events')}>
      <ToEvents />
    </EmptyState>
  )
}

export function NoRoles() {
  const t = useText()
  if (!useMay('plan')) return <EmptyState text={t('no_roles_to_see')} />
  return (
    <EmptyState text={t('no_roles')}>
      <ToEvents />
    </EmptyState>
  )
}

function ToEvents() {
  const t = useText()
  return (
    <Link className={buttonClass()} to={paths.events}>
      {t('to_events')}
    </Link>
  )
}

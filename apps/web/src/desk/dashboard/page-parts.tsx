import type { Event } from '@muster/contract/events'
import { type ReactNode, useContext } from 'react'
import { Link } from 'react-router'
import { useMay } from '../../api/rights.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { HeadActions, HeadActionsPlace } from '../../ui/page/head-actions.tsx'
import { PageTitle } from '../../ui/page/page-title.tsx'
import { useText } from './texts.ts'

/** The page's title as a path: "Shifts / Summer festival". `children` are its buttons, on an event's page in its head. */
export function DashboardHead({
  id,
  event,
  picker,
  children,
}: {
  id?: string
  event?: Event
  picker?: ReactNode
  children?: ReactNode
}) {
  const t = useText()
  if (useContext(HeadActionsPlace) !== undefined) {
    return (
      <>
        <h2 id={id} className="sr-only">
          {t('title')}
        </h2>
        <HeadActions>{children}</HeadActions>
      </>
    )
  }
  return (
    <div className="shifts-head -mx-5 flex h-14 items-center gap-2 bg-canvas px-5 desktop:mx-0 desktop:h-11 desktop:gap-4 desktop:px-0 tall:max-desktop:sticky tall:max-desktop:top-0 tall:max-desktop:z-14">
      <div className="flex min-w-0 flex-1 items-center text-lead/heading tracking-heading desktop:text-h2 desktop:@max-list:text-h3">
        <PageTitle
          title={t('title')}
          className={
            event
              ? 'flex-none text-[length:inherit]! font-normal! text-ink-3 max-desktop:sr-only'
              : 'text-h2! font-bold'
          }
        />
        <p className="sr-only">{t('intro')}</p>
        {event && (
          <>
            <span aria-hidden="true" className="mr-1 ml-2.5 text-line-strong max-desktop:hidden">
              /
            </span>
            <div className="relative flex min-h-11 min-w-0 items-center rounded-control has-focus-visible:focus-ring">
              <h2
                id={id}
                className="truncate px-1 text-[length:inherit] leading-normal font-bold desktop:px-2"
                title={event.name}
              >
                {event.name}
              </h2>
              {picker}
            </div>
          </>
        )}
      </div>
      {children && <div className="flex flex-none gap-2 print:hidden">{children}</div>}
    </div>
  )
}

/** Below the place of the toolbar. */
export function LoadingShifts() {
  return (
    <div className="mt-15">
      <SkeletonRows rows={10} className="h-16 desktop:h-11" />
    </div>
  )
}

export function LoadingPart() {
  return (
    <Loading>
      <div className="grid gap-4 px-5 py-6 tablet:px-6">
        <Skeleton className="h-6 w-60" />
        <Skeleton className="h-5 w-44" />
        <Skeleton className="h-3" />
        <Skeleton className="mb-2 h-11" />
        {Array.from({ length: 5 }, (_, row) => (
          <Skeleton key={row} className="my-2 h-4" />
        ))}
      </div>
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

import type { Event } from '@muster/contract/events'
import { type ReactNode, useContext } from 'react'
import { Link } from 'react-router'
import { useMay } from '../../api/rights.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { cardClass } from '../../ui/page/card.ts'
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
      <div className="flex min-w-0 flex-1 items-center text-lead/heading tracking-heading desktop:text-h2">
        <PageTitle
          title={t('title')}
          className={`flex-none text-h2! font-normal! text-ink-3 ${event ? 'max-desktop:sr-only' : ''}`}
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

/** Rows of the height of those that come. */
export function LoadingShifts() {
  return (
    <Loading>
      <div className={cardClass({ padding: 'none', className: 'mt-17 px-6 py-2' })}>
        {Array.from({ length: 9 }, (_, row) => (
          <Skeleton key={row} className="my-3 h-5" />
        ))}
      </div>
    </Loading>
  )
}

export function LoadingPart() {
  return (
    <Loading>
      <Skeleton className="m-6 h-40" />
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

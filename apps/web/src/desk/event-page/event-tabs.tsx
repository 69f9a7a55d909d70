import type { Event } from '@muster/contract/events'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect } from 'react'
import { NavLink, useLocation } from 'react-router'
import { useMay } from '../../api/rights.ts'
import { paths } from '../../paths.ts'
import { broadcastsQuery } from '../broadcasts/api.ts'
import { useText } from './texts.ts'

const tabClass = [
  'inline-flex min-h-11 items-center gap-2 border-b-2 border-transparent font-semibold whitespace-nowrap text-ink-2',
  'no-underline hover:text-ink current:border-primary current:text-primary forced-colors:border-[Canvas]',
  'forced-colors:current:border-[CanvasText]',
].join(' ')

/** Links, because each tab has an address of its own (D38). */
export function EventTabs({
  event,
  actions,
}: {
  event: Event
  /** Receives the element for the buttons of the tab. */
  actions: (element: HTMLElement | null) => void
}) {
  const t = useText()
  const mayRead = useMay('read')
  const mayPlan = useMay('plan')
  const { pathname } = useLocation()
  const { data: broadcasts } = useQuery({ ...broadcastsQuery(event.id), enabled: mayRead })
  const shifts = event.roles.reduce((sum, { shift_count }) => sum + shift_count, 0)
  const tabs = [
    { path: paths.event(event.id), label: t('tabs.overview') },
    { path: paths.event(event.id, '/shifts'), label: t('tabs.shifts'), count: shifts },
    ...(mayRead
      ? [{ path: paths.event(event.id, '/messages'), label: t('tabs.messages'), count: broadcasts?.length }]
      : []),
    ...(mayPlan ? [{ path: paths.event(event.id, '/settings'), label: t('tabs.settings') }] : []),
  ]
  const shown = tabs.find(({ path }) => path.split('?')[0] === pathname)?.label
  useEffect(() => {
    document.title = [event.name, shown, 'Muster'].filter(Boolean).join(' · ')
  }, [event.name, shown])

  return (
    <div className="mt-2 flex items-center gap-2 border-b border-line print:hidden">
      <nav
        aria-label={t('tabs.label')}
        className="-mb-px flex min-w-0 flex-1 gap-7 overflow-x-auto max-tablet:gap-4 max-tablet:text-compact"
      >
        {tabs.map(({ path, label, count }) => (
          <NavLink key={path} to={path} end className={tabClass} onKeyDown={moveFocus}>
            {label}
            {count !== undefined && count > 0 && (
              <small className="text-meta font-normal text-ink-3 tabular-nums">{count}</small>
            )}
          </NavLink>
        ))}
      </nav>
      <div
        ref={actions}
        className="flex flex-none gap-2 desktop:*:mb-1.5 desktop:*:min-h-9! desktop:*:py-1!"
      />
    </div>
  )
}

function moveFocus({ key, currentTarget }: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key]
  if (!step) return
  const links = [...(currentTarget.parentElement?.querySelectorAll('a') ?? [])]
  links.at((links.findIndex((link) => link === currentTarget) + step) % links.length)?.focus()
}

import { useStore } from '@nanostores/react'
import { cva } from 'class-variance-authority'
import { Fragment, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { NavigationType, NavLink, useLocation, useNavigationType } from 'react-router'
import { $proofQuestion } from '../api/credentials.ts'
import { $organization } from '../api/current-organization.ts'
import { $looksAround } from '../desk/events/first/look-around.ts'
import { OrganizationSwitcher } from '../desk/organizations/organization-switcher.tsx'
import { PaletteKey } from '../desk/palette/palette-key.tsx'
import { AccountButton } from '../desk/session/account-button.tsx'
import { signOut } from '../desk/session/session-state.ts'
import { useText as useSessionText } from '../desk/session/texts.ts'
import { $topicStatuses } from '../live/live-status.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/controls/button.tsx'
import { LanguageToggle } from '../ui/controls/language-toggle.tsx'
import { ConnectionStrip } from '../ui/feedback/connection-strip.tsx'
import { useIsWide } from '../ui/hooks/use-is-wide.ts'
import { leavePage } from '../ui/hooks/use-leave-guard.ts'
import { CopyByHand } from '../ui/overlays/copy-by-hand.tsx'
import { Failures } from '../ui/overlays/failure-dialog.tsx'
import { Sheet } from '../ui/overlays/sheet.tsx'
import { Icon } from '../ui/page/icon.tsx'
import { lazyPart } from '../ui/page/lazy-part.tsx'
import { leaveUntitledPage } from '../ui/page/page-title.tsx'
import { wordMarkClass } from '../ui/page/word-mark.ts'
import { PageBoundary } from './page-boundary.tsx'
import { useText } from './texts.ts'

const wrapClass = 'mx-auto w-full max-w-296 px-5 desktop:px-8'

const topLinkClass = cva([
  'flex items-center border-y-2 border-transparent font-semibold text-ink-2 no-underline hover:text-ink',
  'current:-mb-px current:border-b-primary current:text-primary',
  // Forced colours make a transparent border visible, which would mark every link as current.
  'forced-colors:border-[Canvas] forced-colors:current:border-b-[CanvasText]',
])

const drawerRowClass = [
  '-mx-5 flex min-h-13 w-[calc(100%+40px)] items-center px-5 text-lead/body font-semibold text-ink no-underline',
  'current:[box-shadow:inset_3px_0_0_var(--color-primary)] current:text-primary forced-colors:current:underline',
].join(' ')

export function Layout({ children }: { children: ReactNode }) {
  const t = useText()
  const { pathname } = useLocation()
  const isWide = useIsWide()
  useStartAtTop(pathname)

  return (
    <>
      <UntitledPage />
      <a
        className={buttonClass({
          className:
            'fixed top-2 left-2 z-50 -translate-y-[calc(100%+8px)] focus:translate-none print:hidden',
        })}
        href="#main"
      >
        {t('skip')}
      </a>
      <header className="border-b border-line bg-canvas tall:max-desktop:sticky tall:max-desktop:top-0 tall:max-desktop:z-20 print:hidden">
        <div className={`${wrapClass} flex h-14 items-center justify-between gap-7 desktop:h-16`}>
          <WordMark />
          {isWide && <DesktopBar />}
        </div>
      </header>
      {/* Before the page, so that a keyboard reaches it without all of a long list. */}
      {!isWide && <TabBar />}
      <main
        className={`${wrapClass} pt-6 pb-28 desktop:pt-10 desktop:pb-18 print:max-w-none print:p-0`}
        id="main"
        tabIndex={-1}
      >
        <PageBoundary pathname={pathname}>
          <Suspense fallback={null}>{children}</Suspense>
        </PageBoundary>
        <LiveStrip />
      </main>
      <Fragment key={pathname}>
        <Failures />
        <CopyByHand />
      </Fragment>
      <ProofQuestion />
      <PaletteKey />
      <Suspense fallback={null}>
        <KeysHelp pathname={pathname} />
      </Suspense>
    </>
  )
}

/**
 * The menu can be used while the first page is still loading. This component stands before `main` because React runs
 * effects in document order: the heading of the next page reads what this effect has set.
 */
function UntitledPage() {
  const type = useNavigationType()
  useLayoutEffect(() => {
    if (type === NavigationType.Push) leaveUntitledPage()
  }, [type])
  return null
}

const KeysHelp = lazyPart(() => import('../ui/keys/keys-help.tsx'))

const ConfirmDialog = lazyPart(() => import('../desk/factors/confirm-dialog.tsx'))

/** Asks for a proof of identity when a call needs one; then the call is sent again (D64). */
function ProofQuestion() {
  const answer = useStore($proofQuestion)
  useEffect(() => () => $proofQuestion.get()?.(false), [])
  return (
    answer && (
      <Suspense fallback={null}>
        <ConfirmDialog onConfirmed={() => answer(true)} onClose={() => answer(false)} />
      </Suspense>
    )
  )
}

function LiveStrip() {
  const statuses = Object.values(useStore($topicStatuses))
  return <ConnectionStrip status={statuses.find((status) => status !== 'connected') ?? 'connected'} />
}

function WordMark() {
  useStore($organization)
  return (
    <NavLink to={paths.shifts} className={wordMarkClass}>
      Muster
    </NavLink>
  )
}

function DesktopBar() {
  const t = useText()
  const links = useLinks()
  return (
    <div className="flex h-full min-w-0 flex-1 items-center gap-7">
      {/* As wide without the name, so that its arrival moves no link. */}
      <div className="flex w-62.5 min-w-0">
        <OrganizationSwitcher />
      </div>
      <nav aria-label={t('main')} className="mr-auto ml-3 flex gap-7 self-stretch">
        {links.map(({ path, label }) => (
          <NavLink key={label} to={path} end={path === paths.shifts} className={topLinkClass()}>
            {label}
          </NavLink>
        ))}
        <ToFirstEvent className={topLinkClass()} />
      </nav>
      <LanguageToggle />
      <AccountButton />
    </div>
  )
}

const tabClass = [
  'grid content-center justify-items-center gap-0.5 border-t-2 border-transparent text-hint/tight font-semibold',
  'text-ink-2 no-underline -outline-offset-4 current:border-primary current:text-primary forced-colors:border-[Canvas]',
  'forced-colors:current:border-[CanvasText]',
].join(' ')

const tabIcons = { shifts: 'calendar', people: 'people', events: 'flag' } as const

/** The pages at the foot of a narrow screen. What has no tab is behind "More". */
function TabBar() {
  const t = useText()
  const links = useLinks()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <nav
        aria-label={t('tabs')}
        className="tab-bar fixed inset-x-0 bottom-0 z-10 grid h-16 grid-cols-4 border-t border-line bg-surface pb-safe-0 print:hidden"
      >
        {links.map(
          ({ name, path, label }) =>
            name !== 'reports' && (
              <NavLink key={name} to={path} end={name === 'shifts'} className={tabClass}>
                <Icon name={tabIcons[name]} />
                {label}
              </NavLink>
            ),
        )}
        <button type="button" className={tabClass} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          <Icon name="menu" />
          {t('menu')}
        </button>
      </nav>
      {isOpen && (
        <Sheet title={t('menu')} onClose={close}>
          <div className="grid content-start gap-2">
            <OrganizationSwitcher place="drawer" onChoose={close} />
            <nav aria-label={t('main')}>
              {links.map(({ path, label }) => (
                <NavLink
                  key={label}
                  to={path}
                  end={path === paths.shifts}
                  className={drawerRowClass}
                  onClick={close}
                >
                  {label}
                </NavLink>
              ))}
              <ToFirstEvent className={drawerRowClass} onFollow={close} />
            </nav>
            <div className="-ml-3">
              <LanguageToggle />
            </div>
            <NavLink to={paths.account} className={drawerRowClass} onClick={close}>
              {t('settings.details')}
            </NavLink>
            <LogOut />
          </div>
        </Sheet>
      )}
    </>
  )
}

const FirstLink = lazyPart(() => import('../desk/events/first/first-link.tsx'))

function ToFirstEvent(props: { className: string; onFollow?: () => void }) {
  const looksAround = useStore($looksAround)
  const organization = useStore($organization)
  if (looksAround === null || looksAround !== organization) return null
  return (
    <Suspense fallback={null}>
      <FirstLink {...props} />
    </Suspense>
  )
}

function useLinks() {
  const t = useText()
  // The organisation is part of every address (D38).
  useStore($organization)
  return [
    { name: 'shifts', path: paths.shifts, label: t('shifts') },
    { name: 'people', path: paths.people, label: t('people') },
    { name: 'events', path: paths.events, label: t('events') },
    { name: 'reports', path: paths.reports, label: t('reports') },
  ] as const
}

function LogOut() {
  const t = useSessionText()
  return (
    <button type="button" className={drawerRowClass} onClick={() => leavePage(() => void signOut())}>
      {t('log_out')}
    </button>
  )
}

/** A new screen starts at its top; on back and forward the browser restores the position. */
function useStartAtTop(pathname: string): void {
  const type = useNavigationType()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    if (type !== NavigationType.Pop) scrollTo(0, 0)
  }, [pathname, type])
}

import { Suspense, useEffect, useRef, useState } from 'react'
import { NavigationType, NavLink, Outlet, useLocation, useNavigationType } from 'react-router'
import { OrganizationSwitcher } from '../features/organizations/organization-switcher.tsx'
import { signOut } from '../features/session/session-state.ts'
import { paths } from '../paths.ts'
import { IconButton } from '../ui/controls/button.tsx'
import { LanguageToggle } from '../ui/controls/language-toggle.tsx'
import { leavePage } from '../ui/hooks/use-leave-guard.ts'
import { Failures } from '../ui/overlays/failure-dialog.tsx'
import { Sheet } from '../ui/overlays/sheet.tsx'
import { Icon } from '../ui/page/icon.tsx'
import { useText } from './texts.ts'

/** The frame around the organiser's screens: a bar on desktops, a bar with a drawer on phones. */
export function Layout() {
  const t = useText()
  const { pathname } = useLocation()
  useStartAtTop(pathname)

  return (
    <>
      <a className="btn skip" href="#main">
        {t('skip')}
      </a>
      <header className="top">
        <div className="wrap">
          <NavLink to={paths.shifts} className="mark">
            Muster
          </NavLink>
          <DesktopBar />
          <PhoneDrawer />
        </div>
      </header>
      <main className="wrap" id="main" tabIndex={-1}>
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      </main>
      <Failures key={pathname} />
    </>
  )
}

function DesktopBar() {
  const t = useText()
  const links = useLinks()
  return (
    <div className="hidden h-full min-w-0 flex-1 items-center gap-7 desktop:flex">
      <OrganizationSwitcher />
      <nav aria-label={t('main')} className="top-links">
        {links.map(({ path, label }) => (
          <NavLink key={path} to={path} end={path === paths.shifts}>
            {label}
          </NavLink>
        ))}
      </nav>
      <LanguageToggle />
      <LogOut className="plain-btn whitespace-nowrap" />
    </div>
  )
}

function PhoneDrawer() {
  const t = useText()
  const links = useLinks()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <div className="desktop:hidden">
      <IconButton label={t('menu')} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Icon name="menu" />
      </IconButton>
      {isOpen && (
        <Sheet title={t('menu')} onClose={close}>
          <div className="drawer">
            <OrganizationSwitcher onChoose={close} />
            <nav aria-label={t('main')}>
              {links.map(({ path, label }) => (
                <NavLink
                  key={path}
                  to={path}
                  end={path === paths.shifts}
                  className="drawer-row"
                  onClick={close}
                >
                  {label}
                </NavLink>
              ))}
            </nav>
            <LanguageToggle />
            <LogOut className="drawer-row" />
          </div>
        </Sheet>
      )}
    </div>
  )
}

function useLinks() {
  const t = useText()
  return [
    { path: paths.shifts, label: t('shifts') },
    { path: paths.people, label: t('people') },
    { path: paths.events, label: t('events') },
    { path: paths.reports, label: t('reports') },
  ]
}

function LogOut({ className }: { className: string }) {
  const t = useText()
  return (
    <button type="button" className={className} onClick={() => leavePage(() => void signOut())}>
      {t('log_out')}
    </button>
  )
}

/** A new screen starts at its top; back and forward find their place by themselves. */
function useStartAtTop(pathname: string): void {
  const type = useNavigationType()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    if (type !== NavigationType.Pop) scrollTo(0, 0)
  }, [pathname, type])
}

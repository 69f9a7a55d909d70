import { findPublicPage, type PublicPageName, type PublicPageParams } from '@muster/contract/pages'
import { type ReactNode, StrictMode, Suspense } from 'react'
import { ErrorBoundary, ErrorScreen } from '../ui/feedback/error-boundary.tsx'
import { LiveRegion } from '../ui/feedback/live-region.tsx'
import { usePathname } from '../ui/hooks/navigation.ts'
import { lazyPart, useLoadAhead } from '../ui/page/lazy-part.tsx'
import { NextPageStatus } from '../ui/page/next-page-status.tsx'

const EventPage = lazyPart(() => import('../volunteer/events/event-page.tsx'))
const SignupPage = lazyPart(() => import('../volunteer/signup/signup-page.tsx'))
const ConfirmationPage = lazyPart(() => import('../volunteer/personal-page/confirmation-page.tsx'))
const CertificatePage = lazyPart(() => import('../volunteer/personal-page/certificate-page.tsx'))
const WaitingPage = lazyPart(() => import('../volunteer/waiting-list/waiting-page.tsx'))
const SwapPage = lazyPart(() => import('../volunteer/swap/swap-page.tsx'))
const RequestPage = lazyPart(() => import('../volunteer/requests/request-page.tsx'))
const LinksPage = lazyPart(() => import('../volunteer/personal-page/links-page.tsx'))
const TermsPage = lazyPart(() => import('../volunteer/terms/terms-page.tsx'))
const PrivacyPage = lazyPart(() => import('../volunteer/terms/privacy-page.tsx'))
/** Passed to the event page, because the events feature must not import sign-up. */
const ContactForm = lazyPart(() => import('../volunteer/signup/contact-form.tsx'))

type Part = { load: () => Promise<void> }
/** `next` lists the pages that its links lead to. They are loaded ahead, so that they open at once, also offline. */
type View = Part & { page: ReactNode; next: readonly Part[] }

/** Replaces a router, which weighs 16 KiB. */
const views: Record<PublicPageName, (params: PublicPageParams) => View> = {
  event: ({ eventId = '' }) => ({
    page: <EventPage event_id={eventId} ContactForm={ContactForm} />,
    load: loadEventPage,
    next: [SignupPage],
  }),
  signup: ({ eventId = '', shiftId = '' }) => ({
    page: <SignupPage event_id={eventId} shift_id={shiftId} />,
    load: SignupPage.load,
    next: [EventPage],
  }),
  confirmation: ({ token = '' }) => ({
    page: <ConfirmationPage token={token} />,
    load: ConfirmationPage.load,
    next: [EventPage],
  }),
  certificate: ({ token = '' }) => ({
    page: <CertificatePage token={token} key={token} />,
    load: CertificatePage.load,
    next: [ConfirmationPage],
  }),
  waiting: ({ token = '' }) => ({
    page: <WaitingPage token={token} key={token} />,
    load: WaitingPage.load,
    next: [ConfirmationPage],
  }),
  swap: ({ token = '' }) => ({
    page: <SwapPage token={token} />,
    load: SwapPage.load,
    next: [],
  }),
  request: ({ token = '' }) => ({
    page: <RequestPage token={token} key={token} />,
    load: RequestPage.load,
    next: [EventPage],
  }),
  links: () => ({ page: <LinksPage />, load: LinksPage.load, next: [] }),
  terms: () => ({ page: <TermsPage />, load: TermsPage.load, next: [] }),
  privacy: () => ({ page: <PrivacyPage />, load: PrivacyPage.load, next: [] }),
}

export function PublicPages() {
  return (
    <StrictMode>
      <ErrorBoundary>
        <Suspense fallback={null}>
          <Page />
        </Suspense>
        <NextPageStatus />
        <LiveRegion />
      </ErrorBoundary>
    </StrictMode>
  )
}

/** Loads a page's code before it is rendered, so that the page replaces the server's HTML in one step. */
export async function loadPage(pathname: string): Promise<void> {
  await findView(pathname)?.load()
}

function Page() {
  const view = findView(usePathname())
  return view ? <ShownView key={view.name} {...view} /> : <ErrorScreen detail="404 Not Found" />
}

function ShownView({ page, next }: View) {
  useLoadAhead(next)
  return page
}

function findView(pathname: string): (View & { name: PublicPageName }) | undefined {
  const found = findPublicPage(pathname)
  return found && { name: found.name, ...views[found.name](found.params) }
}

/** Loads the form too for `?shift=`, because a form that is loaded later would push the text down. */
async function loadEventPage(): Promise<void> {
  const asksForForm = new URLSearchParams(location.search).has('shift')
  await Promise.all([EventPage.load(), asksForForm && ContactForm.load()])
}

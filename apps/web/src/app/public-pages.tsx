import { findPublicPage, type PublicPageName, type PublicPageParams } from '@muster/contract/pages'
import { type ReactNode, StrictMode, Suspense } from 'react'
import { ErrorBoundary, ErrorScreen } from '../ui/feedback/error-boundary.tsx'
import { LiveRegion } from '../ui/feedback/live-region.tsx'
import { usePathname } from '../ui/hooks/navigation.ts'
import { lazyPart } from '../ui/page/lazy-part.tsx'

const EventPage = lazyPart(() => import('../features/events/public/event-page.tsx'))
const SignupPage = lazyPart(() => import('../features/signup/signup-page.tsx'))
const ConfirmationPage = lazyPart(() => import('../features/invitations/confirmation-page.tsx'))
const TermsPage = lazyPart(() => import('../features/terms/terms-page.tsx'))
const PrivacyPage = lazyPart(() => import('../features/terms/privacy-page.tsx'))
/** Part of an event page that was opened for one shift; the event's feature does not know it. */
const ContactForm = lazyPart(() => import('../features/signup/contact-form.tsx'))

type View = { page: ReactNode; load: () => Promise<void> }

/** The view of each row of `publicPages`; a router would weigh 16 KiB. */
const views: Record<PublicPageName, (params: PublicPageParams) => View> = {
  event: ({ eventId = '' }) => ({
    page: <EventPage event_id={eventId} ContactForm={ContactForm} />,
    load: loadEventPage,
  }),
  signup: ({ eventId = '', shiftId = '' }) => ({
    page: <SignupPage event_id={eventId} shift_id={shiftId} key={shiftId} />,
    load: SignupPage.load,
  }),
  confirmation: ({ token = '' }) => ({
    page: <ConfirmationPage token={token} />,
    load: ConfirmationPage.load,
  }),
  terms: () => ({ page: <TermsPage />, load: TermsPage.load }),
  privacy: () => ({ page: <PrivacyPage />, load: PrivacyPage.load }),
}

export function PublicPages() {
  return (
    <StrictMode>
      <ErrorBoundary>
        <Suspense fallback={null}>
          <Page />
        </Suspense>
        <LiveRegion />
      </ErrorBoundary>
    </StrictMode>
  )
}

/** Loads the page of an address, so that it renders at once and in one step in place of the server's HTML. */
export async function loadPage(pathname: string): Promise<void> {
  await findView(pathname)?.load()
}

function Page() {
  return findView(usePathname())?.page ?? <ErrorScreen detail="404 Not Found" />
}

function findView(pathname: string): View | undefined {
  const found = findPublicPage(pathname)
  return found && views[found.name](found.params)
}

/** With the form, if `?shift=` asks for it: a form that comes later would push the text down. */
async function loadEventPage(): Promise<void> {
  const asksForForm = new URLSearchParams(location.search).has('shift')
  await Promise.all([EventPage.load(), asksForForm && ContactForm.load()])
}

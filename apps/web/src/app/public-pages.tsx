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

/** The volunteer's pages: five addresses, without a router's weight. */
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

/** Loads the page of an address, so that the first drawing has all of it and replaces the server's at once. */
export async function loadPage(pathname: string): Promise<void> {
  await findPage(pathname)?.load()
}

function Page() {
  return findPage(usePathname())?.page ?? <ErrorScreen detail="404 Not Found" />
}

function findPage(pathname: string): { page: ReactNode; load: () => Promise<void> } | undefined {
  const [, section, id = '', shifts, shift_id, signup, ...rest] = pathname.split('/')
  if (rest.length > 0) return undefined
  if (section === 'e' && id && shifts === 'shifts' && shift_id && signup === 'signup') {
    const page = <SignupPage event_id={id} shift_id={shift_id} key={shift_id} />
    return { page, load: SignupPage.load }
  }
  if (shifts !== undefined) return undefined
  if (section === 'e') {
    return { page: <EventPage event_id={id} ContactForm={ContactForm} />, load: loadEventPage }
  }
  if (section === 'c') return { page: <ConfirmationPage token={id} />, load: ConfirmationPage.load }
  if (section === 'terms' && !id) return { page: <TermsPage />, load: TermsPage.load }
  if (section === 'privacy' && !id) return { page: <PrivacyPage />, load: PrivacyPage.load }
  return undefined
}

/** With the form where one is asked for: coming later, it would push away what is being read. */
async function loadEventPage(): Promise<void> {
  const asksForForm = new URLSearchParams(location.search).has('shift')
  await Promise.all([EventPage.load(), asksForForm && ContactForm.load()])
}

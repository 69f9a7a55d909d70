import { lazy, StrictMode, Suspense } from 'react'
import { ErrorBoundary, ErrorScreen } from '../ui/error-boundary.tsx'
import { LiveRegion } from '../ui/live-region.tsx'
import { usePathname } from '../ui/navigation.ts'

const PublicEventPage = lazy(() => import('../features/events/public-event-page.tsx'))
const SignupPage = lazy(() => import('../features/signup/signup-page.tsx'))
const ConfirmationPage = lazy(() => import('../features/invitations/confirmation-page.tsx'))

/** The volunteer's pages: three addresses, without a router's weight. */
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

function Page() {
  const [, section, id, shifts, shift_id, signup, ...rest] = usePathname().split('/')
  if (rest.length > 0) return <ErrorScreen detail="404 Not Found" />
  if (section === 'c' && shifts === undefined) return <ConfirmationPage token={id ?? ''} />
  if (section === 'e' && shifts === undefined) return <PublicEventPage event_id={id ?? ''} />
  if (section === 'e' && id && shifts === 'shifts' && shift_id && signup === 'signup') {
    return <SignupPage event_id={id} shift_id={shift_id} key={shift_id} />
  }
  return <ErrorScreen detail="404 Not Found" />
}

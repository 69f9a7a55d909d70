import { ApiError, errorText } from '../../api/api-error.ts'
import { useWords } from '../../i18n/words.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { PageTitle } from '../../ui/page/page-title.tsx'
import { PublicPage } from '../../ui/page/public-page.tsx'
import { usePublicEvent } from '../events/public/public-event.ts'
import { EventLink } from './event-link.tsx'
import { ShiftSignup } from './shift-signup.tsx'
import { useText } from './texts.ts'

/** /e/:eventId/shifts/:shiftId/signup: taking a place on one shift. */
export default function SignupPage({ event_id, shift_id }: { event_id: string; shift_id: string }) {
  return (
    <PublicPage wide>
      <LoadedShift event_id={event_id} shift_id={shift_id} />
    </PublicPage>
  )
}

function LoadedShift({ event_id, shift_id }: { event_id: string; shift_id: string }) {
  const state = usePublicEvent(event_id)
  if (state.status === 'loading') return <SignupSkeleton />
  if (state.status === 'ready') return <ShiftSignup event={state.event} shift_id={shift_id} />
  return <LoadError error={state.error} event_id={event_id} onTryAgain={state.readAgain} />
}

function LoadError({
  error,
  event_id,
  onTryAgain,
}: {
  error: unknown
  event_id: string
  onTryAgain: () => void
}) {
  const t = useText()
  const words = useWords()
  const isGone = error instanceof ApiError && error.status === 404
  const isOffline = error instanceof ApiError && error.status === 0
  return (
    <>
      <PageTitle title={t('errors.load')} className="sr-only" />
      <ErrorPanel text={t('errors.load')}>
        <p className="text-ink-2">
          {errorText(error, words(isOffline ? 'errors.network' : 'errors.unexpected'))}
        </p>
        {isGone ? (
          <a className={buttonClass({ kind: 'line' })} href={paths.shifts}>
            {t('home')}
          </a>
        ) : (
          <p className="flex flex-wrap gap-3">
            <Button onClick={onTryAgain}>{words('try_again')}</Button>
            <EventLink event_id={event_id} className={buttonClass({ kind: 'line' })}>
              {t('back_to_event')}
            </EventLink>
          </p>
        )}
      </ErrorPanel>
    </>
  )
}

/** The blocks stand where the summary and the form will. */
function SignupSkeleton() {
  return (
    <Loading className="grid gap-5 desktop:grid-cols-[2fr_3fr] desktop:gap-x-12">
      <Skeleton className="h-6 w-48 desktop:col-span-2" />
      <Skeleton className="h-80" />
      <span className="grid content-start gap-5">
        <Skeleton className="h-6 w-32" />
        <Skeleton className="h-18" />
        <Skeleton className="h-18" />
        <Skeleton className="h-18" />
        <Skeleton className="h-24" />
      </span>
    </Loading>
  )
}

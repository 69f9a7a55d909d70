import type { ComponentProps } from 'react'
import { ApiError, errorText } from '../../../api/api-error.ts'
import { useWords } from '../../../i18n/words.ts'
import { paths } from '../../../paths.ts'
import { Button, buttonClass } from '../../../ui/controls/button.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { PageTitle } from '../../../ui/page/page-title.tsx'
import { PublicPage } from '../../../ui/page/public-page.tsx'
import { PublicEventDetails } from './event-details.tsx'
import { usePublicEvent } from './public-event.ts'
import { usePublicText } from './texts.ts'

/** /e/:eventId: what an event needs, live, for everybody who has the link. */
type PublicEventPageProps = { event_id: string } & Pick<
  ComponentProps<typeof PublicEventDetails>,
  'ContactForm'
>

export default function PublicEventPage({ event_id, ContactForm }: PublicEventPageProps) {
  return (
    <PublicPage>
      {event_id === '' ? (
        <InvalidLink />
      ) : (
        <LoadedEvent event_id={event_id} ContactForm={ContactForm} key={event_id} />
      )}
    </PublicPage>
  )
}

function LoadedEvent({ event_id, ContactForm }: PublicEventPageProps) {
  const state = usePublicEvent(event_id)
  if (state.status === 'loading') return <EventSkeleton />
  if (state.status === 'ready') {
    return <PublicEventDetails event={state.event} readAgain={state.readAgain} ContactForm={ContactForm} />
  }
  return <LoadError error={state.error} onTryAgain={state.readAgain} />
}

function InvalidLink() {
  const t = usePublicText()
  return (
    <>
      <PageTitle title={t('errors.invalid_link')} className="sr-only" />
      <ErrorPanel text={t('errors.invalid_link')}>
        <HomeLink />
      </ErrorPanel>
    </>
  )
}

function LoadError({ error, onTryAgain }: { error: unknown; onTryAgain: () => void }) {
  const t = usePublicText()
  const words = useWords()
  const isGone = error instanceof ApiError && error.status === 404
  const isOffline = error instanceof ApiError && error.status === 0
  return (
    <>
      <PageTitle title={t('errors.load')} className="sr-only" />
      <ErrorPanel text={t('errors.load')}>
        <p className="text-ink-2">
          {errorText(
            error,
            isGone ? t('errors.gone') : words(isOffline ? 'errors.network' : 'errors.unexpected'),
          )}
        </p>
        {isGone ? <HomeLink /> : <Button onClick={onTryAgain}>{words('try_again')}</Button>}
      </ErrorPanel>
    </>
  )
}

function HomeLink() {
  const t = usePublicText()
  return (
    <a className={buttonClass({ kind: 'line' })} href={paths.shifts}>
      {t('home')}
    </a>
  )
}

/** The blocks stand where title, place, notes and the first shifts will. */
function EventSkeleton() {
  return (
    <Loading className="grid gap-3">
      <Skeleton className="mt-2 h-5 w-36" />
      <Skeleton className="h-9 w-4/5" />
      <Skeleton className="h-5 w-1/2" />
      <Skeleton className="mt-2 h-16" />
      <Skeleton className="mt-8 h-6 w-1/3" />
      <Skeleton className="h-52" />
      <Skeleton className="h-52" />
    </Loading>
  )
}

import { type ComponentProps, Suspense } from 'react'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { EndPage } from '../../ui/page/end-page.tsx'
import { lazyPart } from '../../ui/page/lazy-part.tsx'
import { PublicPage } from '../../ui/page/public-page.tsx'
import { PublicEventDetails } from './event-details.tsx'
import { EventFailure } from './event-failure.tsx'
import { organizationOf, usePublicEvent } from './public-event.ts'
import { usePublicText } from './texts.ts'

const PreviewBanner = lazyPart(() => import('./preview/preview-banner.tsx'))

type PublicEventPageProps = { event_id: string; most?: number } & Pick<
  ComponentProps<typeof PublicEventDetails>,
  'ContactForm'
>

export default function PublicEventPage(page: PublicEventPageProps) {
  return page.event_id === '' ? <InvalidLink /> : <LoadedEvent key={page.event_id} {...page} />
}

function LoadedEvent({ event_id, ContactForm, most = Number.POSITIVE_INFINITY }: PublicEventPageProps) {
  const t = usePublicText()
  const state = usePublicEvent(event_id)
  return (
    <PublicPage width="columns" organization={organizationOf(state)}>
      {state.status === 'loading' && <EventSkeleton />}
      {state.status === 'ready' && state.preview && (
        <Suspense fallback={<p className="mb-6 min-h-14" />}>
          <PreviewBanner event_id={event_id} preview={state.preview} />
        </Suspense>
      )}
      {state.status === 'ready' && (
        <PublicEventDetails
          event={state.event}
          preview={state.preview}
          readAgain={state.readAgain}
          ContactForm={ContactForm}
          most={most}
        />
      )}
      {state.status === 'error' && (
        <EventFailure title={t('errors.load')} error={state.error} onTryAgain={state.readAgain} />
      )}
    </PublicPage>
  )
}

function InvalidLink() {
  const t = usePublicText()
  return (
    <PublicPage>
      <EndPage title={t('errors.invalid_link')} text={t('errors.check_link')} />
    </PublicPage>
  )
}

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

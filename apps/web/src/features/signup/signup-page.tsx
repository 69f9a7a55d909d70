import { buttonClass } from '../../ui/controls/button.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useSearch } from '../../ui/hooks/navigation.ts'
import { PublicPage } from '../../ui/page/public-page.tsx'
import { EventFailure } from '../events/public/event-failure.tsx'
import { organizationOf, usePublicEvent } from '../events/public/public-event.ts'
import { EventLink } from './event-link.tsx'
import { SeveralSignup } from './several-signup.tsx'
import { ShiftSignup } from './shift-signup.tsx'
import { useText } from './texts.ts'

export default function SignupPage({ event_id, shift_id }: { event_id: string; shift_id: string }) {
  const t = useText()
  const state = usePublicEvent(event_id)
  // D42
  const others = [...new Set(useSearch().getAll('also'))].filter((id) => id !== shift_id)
  return (
    <PublicPage width="wide" organization={organizationOf(state)}>
      {state.status === 'loading' && <SignupSkeleton />}
      {state.status === 'ready' &&
        (others.length > 0 ? (
          <SeveralSignup event={state.event} shift_ids={[shift_id, ...others]} />
        ) : (
          <ShiftSignup event={state.event} shift_id={shift_id} key={shift_id} />
        ))}
      {state.status === 'error' && (
        <EventFailure title={t('errors.load')} error={state.error} onTryAgain={state.readAgain}>
          <EventLink event_id={event_id} className={buttonClass({ kind: 'line' })}>
            {t('back_to_event')}
          </EventLink>
        </EventFailure>
      )}
    </PublicPage>
  )
}

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
        <Skeleton className="h-24" />
        <Skeleton className="h-18" />
      </span>
    </Loading>
  )
}

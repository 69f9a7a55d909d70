import type { PublicEvent } from '@muster/contract/public-event'
import type { SeenShift } from '@muster/contract/rules/live-diff'
import { isOver } from '@muster/contract/rules/shift-phase'
import { Suspense } from 'react'
import { useDateFormat } from '../../format/dates.ts'
import { useNow } from '../../live/use-now.ts'
import { publicPaths } from '../../public-paths.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { replaceAddress, useSearch } from '../../ui/hooks/navigation.ts'
import { backLinkClass } from '../../ui/page/back-link.ts'
import { EndPage } from '../../ui/page/end-page.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { PageTitle } from '../../ui/page/page-title.tsx'
import { PublicPage } from '../../ui/page/public-page.tsx'
import { useChosenShifts } from '../events/chosen-shifts.ts'
import { EventFailure, EventRemoved } from '../events/event-failure.tsx'
import { organizationOf, usePublicEvent } from '../events/public-event.ts'
import { isOpenShift } from '../events/shift-terms.ts'
import { useSignupTimes } from '../events/signup-times.tsx'
import { usePublicText } from '../events/texts.ts'
import { usePublicShifts, useSpokenSpots } from '../events/use-public-shifts.ts'
import { useSignupState } from '../events/use-signup-state.ts'
import { ChosenShifts, ShiftSummary } from './chosen-shifts.tsx'
import { focusAfter, useFocusOnEnd } from './focus.ts'
import { JoinedWaitingList, SignedUp, SignupRefused } from './later-parts.ts'
import { SignupForm } from './signup-form.tsx'
import { EventLink } from './signup-links.tsx'
import { isHeld, isSending, refusalOf } from './signup-state.ts'
import { useText } from './texts.ts'
import { useSignupForm } from './use-signup-form.ts'

export default function SignupPage({ event_id, shift_id }: { event_id: string; shift_id: string }) {
  const t = useText()
  const state = usePublicEvent(event_id)
  // D42
  const others = [...new Set(useSearch().getAll('also'))].filter((id) => id !== shift_id)
  return (
    <PublicPage width="wide" organization={organizationOf(state)}>
      {state.status === 'loading' && <SignupSkeleton />}
      {state.status === 'ready' && (
        // A form for several shifts stays when one is left out, and is another form than that for one.
        <Signup
          onChanged={state.readAgain}
          key={others.length > 0 ? 'several' : shift_id}
          event={state.event}
          shift_ids={[shift_id, ...others]}
        />
      )}
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

type SignupProps = { event: PublicEvent; shift_ids: readonly string[]; onChanged: () => void }

/** D42: one form and one consent for all chosen shifts. One shift alone is shown with its details. */
function Signup({ event, shift_ids, onChanged }: SignupProps) {
  const t = useText()
  const eventText = usePublicText()
  const form = useSignupForm(event, shift_ids)
  const { state } = form
  const { shifts, status, highlights } = usePublicShifts(event, isHeld(state))
  const { chosen, toggle } = useChosenShifts(event.id)
  const now = useNow()
  const isOne = shift_ids.length === 1
  const roleOf = (shift: SeenShift | undefined) => event.roles.find(({ id }) => id === shift?.role_id)
  const existing = shifts
    .filter((shift) => shift_ids.includes(shift.id) && (!isOne || roleOf(shift)))
    .toSorted((a, b) => Date.parse(a.start_dt) - Date.parse(b.start_dt))
  const signup = useSignupState(event)
  const open = signup === 'open' ? existing.filter((shift) => isOpenShift(event, shift, now)) : []
  const shown = isOne || signup !== 'open' ? existing : open
  const [first] = shown
  const firstRole = roleOf(first)
  useSpokenShifts(event, shown)
  useFocusOnEnd(status === 'gone' || !first)

  // A kept ticket would say that the shifts still take place.
  if (state.status === 'submitted' && !(state.isKept && (status === 'gone' || existing.length === 0))) {
    return (
      <Suspense fallback={<SignupSkeleton />}>
        <SignedUp {...{ event, shifts, isOne }} onAnother={form.signUpAnother} {...state} />
      </Suspense>
    )
  }
  if (state.status === 'joined')
    return (
      <Suspense fallback={null}>
        <JoinedWaitingList event={event} shifts={shifts} {...state} />
      </Suspense>
    )
  if (status === 'gone') return <EventRemoved event={event} />
  if (!first) return <ShiftNotFound event_id={event.id} are_over={existing.length > 0} />
  const refusal = refusalOf(state)
  if (refusal !== undefined) {
    return (
      <Suspense fallback={null}>
        <SignupRefused
          {...{ event, refusal, state, shifts: shown }}
          names={[form.values, ...form.values.others].map(({ first_name }) => first_name)}
          hasNote={form.values.note.trim() !== ''}
          onSubmit={(sent) => void form.submit(sent)}
          onJoin={(sent) => void form.join(sent)}
          onBack={form.backToForm}
        />
      </Suspense>
    )
  }

  const leaveOut = (shift_id: string) => {
    if (chosen.includes(shift_id)) toggle(shift_id)
    const [next = '', ...others] = shift_ids.filter((id) => id !== shift_id)
    const following = open[open.findIndex(({ id }) => id === shift_id) + 1]
    focusAfter(() => replaceAddress(publicPaths.signup(event.id, next, others)), `[id="${following?.id}"]`)
  }
  const amount = eventText('shifts', { count: open.length })
  const columns = 'desktop:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] desktop:grid-rows-[auto_1fr]'
  return (
    <>
      <EventLink event_id={event.id} className={backLinkClass()}>
        <Icon name="left" />
        <span className="sr-only">{t('back')} </span>
        {event.name}
      </EventLink>
      {!isOne && <PageTitle title={t('several.title', { amount })} className="mb-4" />}
      {/* On phones one below the other. */}
      <div className={`grid grid-cols-1 items-start gap-x-12 ${columns}`}>
        {isOne && firstRole ? (
          <ShiftSummary event={event} role={firstRole} shift={first} highlights={highlights} />
        ) : (
          <ChosenShifts event={event} shifts={shown} onLeaveOut={isSending(state) ? undefined : leaveOut} />
        )}
        {open.length > 0 ? (
          <SignupForm event={event} shifts={open} live={status} form={form} onChanged={onChanged} />
        ) : (
          <ShiftClosed event={event} reason={isOver(first, now) ? 'shift_over' : 'shift_begun'} />
        )}
      </div>
    </>
  )
}

/** Announces the spots of the chosen shifts when they change. A single shift is not named. */
function useSpokenShifts(event: PublicEvent, shifts: readonly SeenShift[]): void {
  const t = usePublicText()
  const format = useDateFormat(event.time_zone)
  useSpokenSpots(shifts, (changed) =>
    changed
      .map(({ role_id, start_dt, end_dt, spots_left }) => {
        const spots = spots_left === 0 ? t('full') : t('spots_left', { count: spots_left })
        const role = event.roles.find(({ id }) => id === role_id)
        const shift = `${role?.name ?? ''} ${format.day(start_dt)} ${format.timeRange(start_dt, end_dt)}`
        return shifts.length > 1 ? `${shift}: ${spots}` : spots
      })
      .join('. '),
  )
}

/** `are_over`: the shifts exist, but have ended since they were chosen. */
function ShiftNotFound({ event_id, are_over }: { event_id: string; are_over: boolean }) {
  const t = useText()
  return (
    <EndPage
      title={t(are_over ? 'errors.shifts_over' : 'errors.shift_not_found')}
      text={t(are_over ? 'errors.others_ahead' : 'errors.shift_removed')}
    >
      <EventLink event_id={event_id} className={buttonClass()}>
        {t('see_other_shifts')}
      </EventLink>
    </EndPage>
  )
}

function ShiftClosed({ event, reason }: { event: PublicEvent; reason: 'shift_over' | 'shift_begun' }) {
  const t = useText()
  const times = useSignupTimes(event)
  const isOpen = useSignupState(event) === 'open'
  return (
    <div className="mt-8 grid justify-items-start gap-5 desktop:mt-0">
      <p className="text-lead">{isOpen ? t(`errors.${reason}`) : times}</p>
      <EventLink event_id={event.id} className={buttonClass()}>
        {t('see_other_shifts')}
      </EventLink>
    </div>
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

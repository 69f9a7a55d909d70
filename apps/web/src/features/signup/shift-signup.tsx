import type { PublicEvent } from '@muster/contract/public-event'
import { isOver, isSignupOver } from '@muster/contract/rules/shift-phase'
import { Suspense } from 'react'
import { useNow } from '../../live/use-now.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { EndPage } from '../../ui/page/end-page.tsx'
import { EventRemoved } from '../events/public/event-failure.tsx'
import { usePublicShifts } from '../events/public/use-public-shifts.ts'
import { EventLink } from './event-link.tsx'
import { JoinedLine } from './joined-line.tsx'
import { SignupRefused } from './refused-parts.ts'
import { ShiftSummary } from './shift-summary.tsx'
import { SignedUpTicket } from './signed-up-ticket.tsx'
import { SignupColumns } from './signup-columns.tsx'
import { SignupForm } from './signup-form.tsx'
import { isHeld, refusalOf } from './signup-state.ts'
import { useText } from './texts.ts'
import { useFocusOnEnd } from './use-focus-on-end.ts'
import { useSignupForm } from './use-signup-form.ts'
import { useSpokenShifts } from './use-spoken-shifts.ts'

export function ShiftSignup({ event, shift_id }: { event: PublicEvent; shift_id: string }) {
  const form = useSignupForm(event.id, [shift_id])
  const { state } = form
  const { shifts, status, highlights } = usePublicShifts(event, isHeld(state))
  const now = useNow()
  const shift = shifts.find(({ id }) => id === shift_id)
  const role = event.roles.find(({ id }) => id === shift?.role_id)
  useSpokenShifts(event, shift ? [shift] : [])

  const isGone = status === 'gone' || !shift || !role
  useFocusOnEnd(isGone)

  // A kept ticket would say that the shift still takes place.
  if (state.status === 'submitted' && !(state.isKept && isGone)) {
    return <SignedUpTicket event={event} {...state} shift={shift} />
  }
  if (state.status === 'joined') return <JoinedLine event={event} shifts={shifts} {...state} />
  if (status === 'gone') return <EventRemoved event={event} />
  if (!shift || !role) return <ShiftNotFound event_id={event.id} />
  const refusal = refusalOf(state)
  if (refusal !== undefined) {
    return (
      <Suspense fallback={null}>
        <SignupRefused
          {...{ event, refusal, state, shifts: [shift] }}
          hasNote={form.values.note.trim() !== ''}
          onSubmit={(shown) => void form.submit(shown)}
          onJoin={(shown) => void form.join(shown)}
          onBack={form.backToForm}
        />
      </Suspense>
    )
  }
  return (
    <SignupColumns event={event}>
      <ShiftSummary event={event} role={role} shift={shift} highlights={highlights} />
      {isSignupOver(shift, event, now) ? (
        <ShiftClosed event_id={event.id} reason={isOver(shift, now) ? 'shift_over' : 'shift_begun'} />
      ) : (
        <SignupForm event={event} shifts={[shift]} live={status} form={form} />
      )}
    </SignupColumns>
  )
}

/** `are_over`: the shifts exist, but have ended since they were chosen. */
export function ShiftNotFound({ event_id, are_over = false }: { event_id: string; are_over?: boolean }) {
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

function ShiftClosed({ event_id, reason }: { event_id: string; reason: 'shift_over' | 'shift_begun' }) {
  const t = useText()
  return (
    <div className="mt-8 grid justify-items-start gap-5 desktop:mt-0">
      <p className="text-lead">{t(`errors.${reason}`)}</p>
      <EventLink event_id={event_id} className={buttonClass()}>
        {t('see_other_shifts')}
      </EventLink>
    </div>
  )
}

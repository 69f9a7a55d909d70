import type { PublicEvent } from '@muster/contract/public-event'
import { isOver } from '@muster/contract/rules/shift-phase'
import { useNow } from '../../live/use-now.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { EndPage } from '../../ui/page/end-page.tsx'
import { EventRemoved } from '../events/public/event-failure.tsx'
import { usePublicShifts } from '../events/public/use-public-shifts.ts'
import { EventLink } from './event-link.tsx'
import { JoinedLine } from './joined-line.tsx'
import { ShiftSummary } from './shift-summary.tsx'
import { SignedUpTicket } from './signed-up-ticket.tsx'
import { SignupColumns } from './signup-columns.tsx'
import { SignupForm } from './signup-form.tsx'
import { SignupRefused } from './signup-refused.tsx'
import { isRefused, retryProgress } from './signup-state.ts'
import { useText } from './texts.ts'
import { useSignupForm } from './use-signup-form.ts'
import { useSpokenShifts } from './use-spoken-shifts.ts'

export function ShiftSignup({ event, shift_id }: { event: PublicEvent; shift_id: string }) {
  const form = useSignupForm(event.id, [shift_id])
  const { state } = form
  // The visitor's own place may arrive live before the answer, and would read "Full" beside "Signing up…".
  const isFirstTry = state.status === 'submitting' && !retryProgress(state)
  const { shifts, status, highlights } = usePublicShifts(event, isFirstTry || state.status === 'submitted')
  const now = useNow()
  const shift = shifts.find(({ id }) => id === shift_id)
  const role = event.roles.find(({ id }) => id === shift?.role_id)
  useSpokenShifts(event, shift ? [shift] : [])

  if (state.status === 'submitted') {
    return <SignedUpTicket event={event} {...state} />
  }
  if (state.status === 'joined') return <JoinedLine event={event} shifts={shifts} {...state} />
  if (status === 'gone') return <EventRemoved event={event} />
  if (!shift || !role) return <ShiftNotFound event_id={event.id} />
  if (state.status === 'failed' && isRefused(state.error)) {
    return <SignupRefused event={event} error={state.error} onBack={form.backToForm} />
  }
  return (
    <SignupColumns event={event}>
      <ShiftSummary event={event} role={role} shift={shift} highlights={highlights} />
      {isOver(shift, now) ? (
        <ShiftOver event_id={event.id} />
      ) : (
        <SignupForm event={event} shifts={[shift]} live={status} form={form} />
      )}
    </SignupColumns>
  )
}

export function ShiftNotFound({ event_id }: { event_id: string }) {
  const t = useText()
  return (
    <EndPage title={t('errors.shift_not_found')} text={t('errors.shift_removed')}>
      <EventLink event_id={event_id} className={buttonClass()}>
        {t('see_other_shifts')}
      </EventLink>
    </EndPage>
  )
}

function ShiftOver({ event_id }: { event_id: string }) {
  const t = useText()
  return (
    <div className="mt-8 grid justify-items-start gap-5 desktop:mt-0">
      <p className="text-lead">{t('refused.shift_over')}</p>
      <EventLink event_id={event_id} className={buttonClass()}>
        {t('see_other_shifts')}
      </EventLink>
    </div>
  )
}

import type { PublicEvent } from '@muster/contract/public-event'
import { isSignupOver } from '@muster/contract/rules/shift-phase'
import { Suspense } from 'react'
import { useNow } from '../../live/use-now.ts'
import { paths } from '../../paths.ts'
import { replaceAddress } from '../../ui/hooks/navigation.ts'
import { PageTitle } from '../../ui/page/page-title.tsx'
import { useChosenShifts } from '../events/public/chosen-shifts.ts'
import { EventRemoved } from '../events/public/event-failure.tsx'
import { usePublicText } from '../events/public/texts.ts'
import { usePublicShifts } from '../events/public/use-public-shifts.ts'
import { ChosenShifts } from './chosen-shifts.tsx'
import { focusAfter } from './focus-after.ts'
import { JoinedLine } from './joined-line.tsx'
import { SignupRefused } from './refused-parts.ts'
import { ShiftNotFound } from './shift-signup.tsx'
import { SignedUpList } from './signed-up-list.tsx'
import { SignupColumns } from './signup-columns.tsx'
import { SignupForm } from './signup-form.tsx'
import { isHeld, isSending, refusalOf } from './signup-state.ts'
import { useText } from './texts.ts'
import { useFocusOnEnd } from './use-focus-on-end.ts'
import { useSignupForm } from './use-signup-form.ts'
import { useSpokenShifts } from './use-spoken-shifts.ts'

/** D42: one form and one consent for all chosen shifts. */
export function SeveralSignup({ event, shift_ids }: { event: PublicEvent; shift_ids: readonly string[] }) {
  const t = useText()
  const eventText = usePublicText()
  const form = useSignupForm(event.id, shift_ids)
  const { state } = form
  const { shifts, status } = usePublicShifts(event, isHeld(state))
  const { chosen, toggle } = useChosenShifts(event.id)
  const now = useNow()
  const known = shifts
    .filter((shift) => shift_ids.includes(shift.id) && !isSignupOver(shift, event, now))
    .toSorted((a, b) => Date.parse(a.start_dt) - Date.parse(b.start_dt))
  useSpokenShifts(event, known)

  useFocusOnEnd(status === 'gone' || known.length === 0)

  const isThere = status !== 'gone' && shifts.some(({ id }) => shift_ids.includes(id))
  // A kept ticket would say that the shifts still take place.
  if (state.status === 'submitted' && (isThere || !state.isKept)) {
    return <SignedUpList event={event} shifts={shifts} {...state} />
  }
  if (state.status === 'joined') return <JoinedLine event={event} shifts={shifts} {...state} />
  if (status === 'gone') return <EventRemoved event={event} />
  if (known.length === 0) return <ShiftNotFound event_id={event.id} are_over={isThere} />
  const refusal = refusalOf(state)
  if (refusal !== undefined) {
    return (
      <Suspense fallback={null}>
        <SignupRefused
          {...{ event, refusal, state, shifts: known }}
          onSubmit={(shown) => void form.submit(shown)}
          onJoin={(shown) => void form.join(shown)}
          onBack={form.backToForm}
        />
      </Suspense>
    )
  }

  const leaveOut = (shift_id: string) => {
    if (chosen.includes(shift_id)) toggle(shift_id)
    const [first = '', ...others] = shift_ids.filter((id) => id !== shift_id)
    const next = known[known.findIndex(({ id }) => id === shift_id) + 1]
    focusAfter(() => replaceAddress(paths.signup(event.id, first, others)), `[id="${next?.id}"]`)
  }
  const amount = eventText('shifts', { count: known.length })
  return (
    <SignupColumns
      event={event}
      title={<PageTitle title={t('several.title', { amount })} className="mb-4" />}
    >
      <ChosenShifts event={event} shifts={known} onLeaveOut={isSending(state) ? undefined : leaveOut} />
      <SignupForm event={event} shifts={known} live={status} form={form} />
    </SignupColumns>
  )
}

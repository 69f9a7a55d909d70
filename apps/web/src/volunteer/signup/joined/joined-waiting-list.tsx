import type { PublicEvent } from '@muster/contract/public-event'
import type { SeenShift } from '@muster/contract/rules/live-diff'
import { Ticket } from '../../../ui/page/ticket.tsx'
import { SignupResult } from '../signup-result.tsx'
import { useJoinedText } from './texts.ts'

type JoinedProps = {
  event: PublicEvent
  shifts: readonly SeenShift[]
  shift_id: string
  person: { first_name: string; email: string }
}

/** Shown after each request for a place in line, so that it reveals nothing about the person (D13, D44). */
export default function JoinedWaitingList({
  event,
  shifts,
  shift_id,
  person: { first_name, email },
}: JoinedProps) {
  const t = useJoinedText()
  const shift = shifts.find(({ id }) => id === shift_id)
  const role = event.roles.find(({ id }) => id === shift?.role_id)
  return (
    <SignupResult event={event} title={t('title', { name: first_name })} sign={undefined}>
      <p className="mt-2 text-ink-2">{t('mail', { email })}</p>
      <p className="mt-2 text-ink-2">{t('next')}</p>
      <p className="mt-2 text-ink-2">{t('no_mail')}</p>
      {shift && role && <Ticket event={event} role={role} shift={shift} />}
    </SignupResult>
  )
}

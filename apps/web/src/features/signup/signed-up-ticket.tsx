import type { PublicEvent } from '@muster/contract/public-event'
import type { SeenShift } from '@muster/contract/rules/live-diff'
import { isOver } from '@muster/contract/rules/shift-phase'
import { config } from '../../config.ts'
import { useNow } from '../../live/use-now.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { Ticket } from '../../ui/page/ticket.tsx'
import { SignupResult } from './signup-result.tsx'
import type { SignedUpState } from './signup-state.ts'
import { useText } from './texts.ts'

type SignedUpTicketProps = Omit<SignedUpState, 'status'> & {
  event: PublicEvent
  /** The shift in its current state. */
  shift: SeenShift | undefined
}

export function SignedUpTicket({
  event,
  answer: { signed_up },
  person: { first_name, email },
  isKept,
  shift: newest,
}: SignedUpTicketProps) {
  const t = useText()
  const now = useNow()
  const [signedUp] = signed_up
  if (!signedUp) return null
  const { calendar_url } = signedUp
  const shift = newest ?? signedUp.shift
  const over = isOver(shift, now)
  const role = event.roles.find(({ id }) => id === shift.role_id)
  return (
    <SignupResult
      event={event}
      title={t(isKept ? 'done.kept_title' : 'done.title', { name: first_name })}
      isDone={!isKept}
    >
      <p className="mt-2 text-ink-2">{t(isKept ? 'done.kept' : 'done.mail', { email })}</p>
      <Ticket event={event} role={{ name: role?.name ?? '' }} shift={shift}>
        {!over && (
          <a
            className={buttonClass({ size: 'big' })}
            href={new URL(calendar_url, config.publicOrigin || location.origin).href}
            download={`${role?.name ?? 'shift'}.ics`}
          >
            <Icon name="calendar" />
            {t('done.calendar')}
          </a>
        )}
      </Ticket>
    </SignupResult>
  )
}

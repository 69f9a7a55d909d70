import type { PublicEvent } from '@muster/contract/events'
import type { SignedUp } from '@muster/contract/signup'
import { config } from '../../config.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { ResultTitle } from '../../ui/feedback/result-title.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { Ticket } from '../../ui/page/ticket.tsx'
import { EventLink } from './event-link.tsx'
import { useText } from './texts.ts'

type SignedUpTicketProps = {
  event: PublicEvent
  answer: SignedUp
  values: { first_name: string; email: string }
}

/** The place is taken: proof at once, and a calendar entry. */
export function SignedUpTicket({
  event,
  answer: { shift, calendar_url },
  values: { first_name, email },
}: SignedUpTicketProps) {
  const t = useText()
  const role = event.roles.find(({ id }) => id === shift.role_id)
  return (
    <div className="answer mx-auto max-w-xl">
      <span className="done">
        <Icon name="check" />
      </span>
      <ResultTitle title={t('done.title', { name: first_name.trim() })} />
      <p className="mt-2 text-ink-2">{t('done.mail', { email: email.trim() })}</p>
      <Ticket event={event} role={{ name: role?.name ?? '' }} shift={shift}>
        <a
          className={buttonClass('primary', true)}
          href={new URL(calendar_url, config.publicOrigin || location.origin).href}
          download={`${role?.name ?? 'shift'}.ics`}
        >
          <Icon name="calendar" />
          {t('done.calendar')}
        </a>
      </Ticket>
      <EventLink event_id={event.id} className={`${buttonClass('quiet')} mt-2 w-full`}>
        {t('back_to_event')}
      </EventLink>
    </div>
  )
}

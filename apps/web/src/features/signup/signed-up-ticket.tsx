import type { PublicEvent } from '@muster/contract/events'
import { isOver } from '@muster/contract/rules/shift-phase'
import { config } from '../../config.ts'
import { useNow } from '../../live/use-now.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { DoneSign } from '../../ui/feedback/done-sign.tsx'
import { ResultTitle } from '../../ui/feedback/result-title.tsx'
import { answerClass } from '../../ui/page/answer.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { OrganizerContact } from '../../ui/page/organizer-contact.tsx'
import { Ticket } from '../../ui/page/ticket.tsx'
import { EventLink } from './event-link.tsx'
import type { SignedUpState } from './signup-state.ts'
import { useText } from './texts.ts'

type SignedUpTicketProps = { event: PublicEvent } & Pick<SignedUpState, 'answer' | 'person'>

export function SignedUpTicket({
  event,
  answer: { signed_up },
  person: { first_name, email },
}: SignedUpTicketProps) {
  const t = useText()
  const now = useNow()
  const [signedUp] = signed_up
  if (!signedUp) return null
  const { shift, calendar_url } = signedUp
  const over = isOver(shift, now)
  const role = event.roles.find(({ id }) => id === shift.role_id)
  return (
    <div className={answerClass({ className: 'mx-auto max-w-xl' })}>
      <DoneSign />
      <ResultTitle title={t('done.title', { name: first_name })} />
      <p className="mt-2 text-ink-2">{t('done.mail', { email })}</p>
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
      <div className="mt-4">
        <OrganizerContact organization={event.organization.name} contact={event.contact} />
      </div>
      <EventLink event_id={event.id} className={buttonClass({ kind: 'quiet', className: 'mt-2 w-full' })}>
        {t('back_to_event')}
      </EventLink>
    </div>
  )
}

import type { PublicEvent } from '@muster/contract/events'
import type { SeenShift } from '@muster/contract/rules/live-diff'
import { buttonClass } from '../../ui/controls/button.tsx'
import { ResultTitle } from '../../ui/feedback/result-title.tsx'
import { answerClass } from '../../ui/page/answer.ts'
import { OrganizerContact } from '../../ui/page/organizer-contact.tsx'
import { Ticket } from '../../ui/page/ticket.tsx'
import { EventLink } from './event-link.tsx'
import { useText } from './texts.ts'

type JoinedLineProps = {
  event: PublicEvent
  role: { name: string }
  shift: SeenShift
  person: { first_name: string; email: string }
}

/** Shown after each request for a place in line, so that it reveals nothing about the person (D13, D44). */
export function JoinedLine({ event, role, shift, person: { first_name, email } }: JoinedLineProps) {
  const t = useText()
  return (
    <div className={answerClass({ className: 'mx-auto max-w-xl' })}>
      <ResultTitle title={t('line.title', { name: first_name })} />
      <p className="mt-2 text-ink-2 wrap-anywhere">{t('line.mail', { email })}</p>
      <p className="mt-2 text-ink-2">{t('line.next')}</p>
      <Ticket event={event} role={role} shift={shift} />
      <div className="mt-4">
        <OrganizerContact organization={event.organization.name} contact={event.contact} />
      </div>
      <EventLink event_id={event.id} className={buttonClass({ kind: 'quiet', className: 'mt-2 w-full' })}>
        {t('back_to_event')}
      </EventLink>
    </div>
  )
}

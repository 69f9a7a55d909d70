import type { PublicEvent } from '@muster/contract/public-event'
import type { ReactNode } from 'react'
import { buttonClass } from '../../ui/controls/button.tsx'
import { DoneSign } from '../../ui/feedback/done-sign.tsx'
import { ResultTitle } from '../../ui/feedback/result-title.tsx'
import { answerClass } from '../../ui/page/answer.ts'
import { OrganizerContact } from '../../ui/page/organizer-contact.tsx'
import { EventLink } from './event-link.tsx'
import { useText } from './texts.ts'

type SignupResultProps = { event: PublicEvent; title: string; isDone: boolean; children: ReactNode }

/** Result of a sent form, with links to continue. */
export function SignupResult({ event, title, isDone, children }: SignupResultProps) {
  const t = useText()
  return (
    <div className={answerClass({ className: 'mx-auto max-w-xl' })}>
      {isDone && <DoneSign />}
      <ResultTitle title={title} />
      {children}
      <div className="mt-4">
        <OrganizerContact organization={event.organization.name} contact={event.contact} />
      </div>
      <EventLink event_id={event.id} className={buttonClass({ kind: 'quiet', className: 'mt-2 w-full' })}>
        {t('back_to_event')}
      </EventLink>
    </div>
  )
}

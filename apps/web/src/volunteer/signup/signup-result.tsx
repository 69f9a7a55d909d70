import type { PublicEvent } from '@muster/contract/public-event'
import { type ReactNode, Suspense } from 'react'
import { buttonClass } from '../../ui/controls/button.tsx'
import { ResultTitle } from '../../ui/feedback/result-title.tsx'
import { answerClass } from '../../ui/page/answer.ts'
import { lazyPart } from '../../ui/page/lazy-part.tsx'
import { OrganizerContact } from '../../ui/page/organizer-contact.tsx'
import { EventLink } from './signup-links.tsx'
import { useText } from './texts.ts'

const InviteFriend = lazyPart(() => import('../events/invite-friend.tsx'))

type SignupResultProps = { event: PublicEvent; title: string; sign: ReactNode; children: ReactNode }

/** Result of a sent form, with links to continue. */
export function SignupResult({ event, title, sign, children }: SignupResultProps) {
  const t = useText()
  return (
    <div className={answerClass({ className: 'mx-auto max-w-xl' })}>
      {sign}
      <ResultTitle title={title} />
      {children}
      <div className="mt-4">
        <OrganizerContact organization={event.organization.name} contact={event.contact} />
      </div>
      <Suspense fallback={<div className="mt-4 h-12" />}>
        <div className="mt-4">
          <InviteFriend event={event} />
        </div>
      </Suspense>
      <EventLink event_id={event.id} className={buttonClass({ kind: 'quiet', className: 'mt-2 w-full' })}>
        {t('back_to_event')}
      </EventLink>
    </div>
  )
}

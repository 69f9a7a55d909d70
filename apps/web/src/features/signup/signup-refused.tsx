import type { PublicEvent } from '@muster/contract/public-event'
import { ApiError, errorText } from '../../api/api-error.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { ResultTitle } from '../../ui/feedback/result-title.tsx'
import { answerClass } from '../../ui/page/answer.ts'
import { OrganizerContact } from '../../ui/page/organizer-contact.tsx'
import { EventLink } from './event-link.tsx'
import { focusAfter } from './focus-after.ts'
import { RefusedShifts } from './refused-shifts.tsx'
import { useText } from './texts.ts'

export function SignupRefused({
  event,
  error,
  onBack,
}: {
  event: PublicEvent
  error: unknown
  onBack: () => void
}) {
  const t = useText()
  const refusal = error instanceof ApiError ? error : undefined
  const isPaused = refusal?.code === 'signup_paused'
  const refused = refusal?.body.refused
  return (
    <div className={answerClass({ className: 'max-w-xl' })}>
      <ResultTitle title={errorText(error, t('errors.failed'))} />
      <p className="mt-2 text-ink-2">{t('refusal.kept')}</p>
      {isPaused && <OrganizerContact organization={event.organization.name} contact={event.contact} />}
      {refused && <RefusedShifts event={event} refused={refused} />}
      <div className="mt-6 flex flex-wrap gap-3">
        {/* Paused, the organisation takes sign-ups for no shift. */}
        {!isPaused && (
          <EventLink event_id={event.id} className={buttonClass()}>
            {t('see_other_shifts')}
          </EventLink>
        )}
        <Button kind="line" onClick={() => focusAfter(onBack, 'form h2')}>
          {t('refusal.back_to_form')}
        </Button>
      </div>
    </div>
  )
}

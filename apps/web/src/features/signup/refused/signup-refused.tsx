import type { PublicEvent } from '@muster/contract/public-event'
import type { SeenShift } from '@muster/contract/rules/live-diff'
import { ApiError, errorText } from '../../../api/api-error.ts'
import { useNow } from '../../../live/use-now.ts'
import { Button, buttonClass } from '../../../ui/controls/button.tsx'
import { FormError } from '../../../ui/feedback/form-error.tsx'
import { ResultTitle } from '../../../ui/feedback/result-title.tsx'
import { answerClass } from '../../../ui/page/answer.ts'
import { OrganizerContact } from '../../../ui/page/organizer-contact.tsx'
import { EventLink } from '../event-link.tsx'
import { focusAfter } from '../focus-after.ts'
import { hasLine, type SignupState } from '../signup-state.ts'
import { useText } from '../texts.ts'
import { OwnLink } from './own-link.tsx'
import RefusedShifts from './refused-shifts.tsx'
import { useRefusedText } from './texts.ts'

type SignupRefusedProps = {
  event: PublicEvent
  /** The shift, if only one was requested. */
  shift?: SeenShift
  refusal: unknown
  state: SignupState
  /** V4: a place in line has no note. */
  hasNote?: boolean
  onJoin: (shift_id: string) => void
  onBack: () => void
}

export default function SignupRefused({
  event,
  shift,
  refusal,
  state,
  hasNote,
  onJoin,
  onBack,
}: SignupRefusedProps) {
  const t = useRefusedText()
  const formText = useText()
  const now = useNow()
  const { code, body } = refusal instanceof ApiError ? refusal : { code: '', body: undefined }
  const isPaused = code === 'signup_paused'
  const refused = body?.refused
  const canJoin = code === 'shift_full' && shift !== undefined && hasLine(event, shift, now)
  const problem = state.status === 'failed' && state.error !== refusal ? state.error : undefined
  return (
    <div className={answerClass({ className: 'max-w-xl' })}>
      <ResultTitle title={errorText(refusal, formText('errors.failed'))} />
      <p className="mt-2 text-ink-2">
        {formText('refusal.kept')} {canJoin && formText('line.about')}
      </p>
      {canJoin && hasNote && (
        <p className="mt-2 text-ink-2">
          <b className="block">{formText('note')}</b> {formText('note_not_sent')}
        </p>
      )}
      {isPaused && <OrganizerContact organization={event.organization.name} contact={event.contact} />}
      {refused ? <RefusedShifts event={event} refused={refused} /> : <OwnLink codes={[code]} />}
      <div className="mt-6 flex flex-wrap gap-3">
        {/* A paused organisation takes no sign-ups, so other shifts are not offered. */}
        {!isPaused && (
          <EventLink event_id={event.id} className={buttonClass()}>
            {formText('see_other_shifts')}
          </EventLink>
        )}
        {canJoin && (
          <Button
            kind="line"
            busy={state.status === 'joining' && formText('line.joining')}
            onClick={() => onJoin(shift.id)}
          >
            {formText('line.join')}
          </Button>
        )}
        <Button kind="line" onClick={() => focusAfter(onBack, 'form h2')}>
          {t('back_to_form')}
        </Button>
      </div>
      <FormError
        text={problem === undefined ? undefined : errorText(problem, formText('errors.failed'))}
        className="mt-3"
      />
    </div>
  )
}

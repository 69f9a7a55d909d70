import type { PublicEvent } from '@muster/contract/events'
import type { SeenShift } from '@muster/contract/rules/live-diff'
import { useDateFormat } from '../../format/dates.ts'
import { useWords } from '../../i18n/words.ts'
import type { LiveStatus } from '../../live/follow-event.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConnectionStrip } from '../../ui/feedback/connection-strip.tsx'
import { usePublicText } from '../events/public/texts.ts'
import { EventLink } from './event-link.tsx'
import { SendingStatus } from './sending-status.tsx'
import { type SignupState, unansweredOf } from './signup-state.ts'
import { useText } from './texts.ts'
import { useSendingFocus } from './use-sending-focus.ts'

type SignupFootProps = {
  event: PublicEvent
  shift: SeenShift
  live: LiveStatus
  state: SignupState
  formId: string
  onStop: () => void
}

/** The one button with what it is for; at the foot of a phone's screen, wherever in the form one is. */
export function SignupFoot({ event, shift, live, state, formId, onStop }: SignupFootProps) {
  const t = useText()
  const words = useWords()
  const eventText = usePublicText()
  const format = useDateFormat(event.time_zone)
  const isSubmitting = state.status === 'submitting'
  const button = useSendingFocus(isSubmitting)
  const unanswered = unansweredOf(state)
  const full = shift.spots_left === 0
  // The last place may be the one this visitor took without hearing of it: the same press again tells.
  const isClosed = full && !isSubmitting && !unanswered?.mayBeDone

  return (
    <div className="signup-foot">
      <ConnectionStrip status={live} />
      <p className="signup-foot-line">
        <span>
          {format.day(shift.start_dt)}, {format.timeRange(shift.start_dt, shift.end_dt)}
        </span>
        <b>{full ? eventText('full') : eventText('spots_left', { count: shift.spots_left })}</b>
      </p>
      {isClosed ? (
        <>
          <Button big disabled>
            {eventText('full')}
          </Button>
          <p className="mt-1 flex flex-wrap items-center justify-between gap-x-4 text-meta text-ink-2">
            {t('is_full')}
            <EventLink event_id={event.id} className="plain-link">
              {t('see_other_shifts')}
            </EventLink>
          </p>
        </>
      ) : (
        <Button big ref={button} type="submit" form={formId} busy={isSubmitting && t('signing_up')}>
          {unanswered ? words('try_again') : t('sign_up')}
        </Button>
      )}
      <SendingStatus state={state} onStop={onStop} />
    </div>
  )
}

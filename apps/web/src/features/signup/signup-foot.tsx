import type { PublicEvent } from '@muster/contract/events'
import type { SeenShift } from '@muster/contract/rules/live-diff'
import { useDateFormat } from '../../format/dates.ts'
import type { LiveStatus } from '../../live/follow-event.ts'
import { Button } from '../../ui/button.tsx'
import { ConnectionStrip } from '../../ui/connection-strip.tsx'
import { FieldError } from '../../ui/field.tsx'
import { usePublicText } from '../events/public-texts.ts'
import { EventLink } from './event-link.tsx'
import { useText } from './texts.ts'
import { type SignupState, useSignupErrorText } from './use-signup.ts'

type SignupFootProps = {
  event: PublicEvent
  shift: SeenShift
  live: LiveStatus
  state: SignupState
  formId: string
}

/** The one button with what it is for; at the foot of a phone's screen, wherever in the form one is. */
export function SignupFoot({ event, shift, live, state, formId }: SignupFootProps) {
  const t = useText()
  const eventText = usePublicText()
  const errorText = useSignupErrorText()
  const format = useDateFormat(event.time_zone)
  const full = shift.spots_left === 0
  return (
    <div className="signup-foot">
      <ConnectionStrip status={live} />
      <p className="signup-foot-line">
        <span>
          {format.day(shift.start_dt)}, {format.timeRange(shift.start_dt, shift.end_dt)}
        </span>
        <b>{full ? eventText('full') : eventText('spots_left', { count: shift.spots_left })}</b>
      </p>
      <div role="alert" className="empty:hidden mb-2">
        {state.status === 'failed' && <FieldError id="signup-error" text={errorText(state.error)} />}
      </div>
      {full && state.status !== 'submitting' ? (
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
        <Button big type="submit" form={formId} busy={state.status === 'submitting' && t('signing_up')}>
          {t('sign_up')}
        </Button>
      )}
    </div>
  )
}
